import { plural, t } from '@lingui/core/macro';
import { useState } from 'react';
import { failureText } from '../../../lib/api/failure-text.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { SectionError, SectionSkeleton } from '../../../ui/cards/section-card.tsx';
import { SearchField } from '../../../ui/fields/field.tsx';
import { Checkbox } from '../../../ui/fields/mark.tsx';
import { Dialog } from '../../../ui/overlays/dialog.tsx';
import { StatusDot } from '../../../ui/status/status-dot.tsx';
import { useDevices } from '../../boards/devices/index.ts';

/** The devices to add to a project, and those to take from it: what another browser does to others stays. */
export type LinkedChange = { link: string[]; unlink: string[] };

type LinkDialogProps = {
  linked: readonly string[];
  busy: boolean;
  onLink: (change: LinkedChange) => void;
  onClose: () => void;
};

/** Above this many a search is worth its place. */
const searchFrom = 8;

/** Chooses the devices of the account that run the project's sketch. */
export function LinkDialog({ linked, busy, onLink, onClose }: LinkDialogProps) {
  const [before] = useState(linked);
  const [chosen, setChosen] = useState<readonly string[]>(linked);
  const [search, setSearch] = useState('');
  const { data, error, refetch } = useDevices();
  const devices = data?.filter(({ pending }) => !pending);
  const wanted = search.trim().toLowerCase();
  const visible = devices?.filter(({ name, espid }) => `${name}\n${espid}`.toLowerCase().includes(wanted));
  const toggle = (espid: string, on: boolean) =>
    setChosen(on ? [...chosen, espid] : chosen.filter((one) => one !== espid));
  const link = () =>
    onLink({
      link: chosen.filter((espid) => !before.includes(espid)),
      unlink: before.filter((espid) => !chosen.includes(espid)),
    });
  return (
    <Dialog
      title={t`Devices that run this sketch`}
      isOpen
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t`Cancel`}</Button>
          <Button variant="primary" busy={busy} disabled={!devices} onClick={link}>
            {plural(chosen.length, { one: 'Link # device', other: 'Link # devices' })}
          </Button>
        </>
      }
    >
      {devices && devices.length >= searchFrom && (
        <SearchField
          className="link-search"
          label={t`Search devices`}
          placeholder={t`Search by name or id`}
          value={search}
          onChange={setSearch}
        />
      )}
      {visible && (
        <fieldset className="link-list" aria-label={t`Devices`}>
          {visible.map(({ espid, name, online }) => (
            <label key={espid} className="link-option">
              <Checkbox
                checked={chosen.includes(espid)}
                onChange={(event) => toggle(espid, event.currentTarget.checked)}
              />
              <span className="link-name">{name}</span>
              <StatusDot state={online ? 'online' : 'offline'} withLabel />
            </label>
          ))}
        </fieldset>
      )}
      {devices?.length === 0 && <p>{t`No devices yet. Upload the sketch to a board, and it appears here.`}</p>}
      {devices && devices.length > 0 && visible?.length === 0 && (
        <p>{t`No device matches “${{ search: search.trim() }}”.`}</p>
      )}
      {!devices && error && <SectionError onRetry={() => void refetch()}>{failureText(error)}</SectionError>}
      {!devices && !error && <SectionSkeleton />}
    </Dialog>
  );
}
