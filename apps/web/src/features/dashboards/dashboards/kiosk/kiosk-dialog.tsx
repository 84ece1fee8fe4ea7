import { t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { fullAddress } from '../../../../lib/router/base-path.ts';
import { Button } from '../../../../ui/buttons/button.tsx';
import { CopyButton } from '../../../../ui/buttons/copy-button.tsx';
import { Checkbox } from '../../../../ui/fields/mark.tsx';
import { Segmented } from '../../../../ui/fields/segmented.tsx';
import { Dialog } from '../../../../ui/overlays/dialog.tsx';
import { NeedsHttps } from '../../../../ui/status/needs-https.tsx';
import { useSeenDevices } from '../../../boards/devices/index.ts';
import { accountDashboardsQuery } from '../account-dashboard-query.ts';
import type { DashboardRef } from '../dashboard-ref.ts';
import { everyRange, maxReferences, nameOf, writeKiosk } from './kiosk-address.ts';
import './kiosk-dialog.css';
import { NumberField } from '../editor/fields/number-field.tsx';

type KioskDialogProps = { reference: DashboardRef; onClose: () => void };

const themes = () =>
  [
    { id: 'own', label: t`Same as now` },
    { id: 'light', label: t`Light` },
    { id: 'dark', label: t`Dark` },
  ] as const;

/** Lets the user choose how a dashboard is to be shown on a screen of its own, and opens it there. */
export function KioskDialog({ reference, onClose }: KioskDialogProps) {
  const navigate = useNavigate();
  const device = useSearchParams()[0].get('device');
  const [theme, setTheme] = useState<ReturnType<typeof themes>[number]['id']>('own');
  const [others, setOthers] = useState<readonly DashboardRef[]>([]);
  const [every, setEvery] = useState<number>(everyRange.usual);
  const isWrong = others.length > 0 && !(every >= everyRange.min && every <= everyRange.max);
  const references = [reference, ...others];
  const address = writeKiosk({ references, every, theme: theme === 'own' ? null : theme, device });
  const open = () => {
    document.documentElement.requestFullscreen?.().catch(() => {
      // A frame or a phone may not: the page fills the window all the same.
    });
    void navigate(address);
  };
  return (
    <Dialog
      title={t`Full screen`}
      isOpen
      onClose={onClose}
      actions={
        <>
          <CopyButton label={t`Copy address`} text={fullAddress(address)}>
            <span aria-hidden="true">{t`Copy`}</span>
          </CopyButton>
          <Button onClick={onClose}>{t`Cancel`}</Button>
          <Button variant="primary" disabled={isWrong} onClick={open}>
            {t`Open`}
          </Button>
        </>
      }
    >
      <div className="kiosk-form">
        <Segmented label={t`Theme`} options={themes()} value={theme} onChange={setTheme} />
        <OtherDashboards reference={reference} chosen={others} onChange={setOthers} />
        {others.length > 0 && <NumberField label={t`Seconds per dashboard`} value={every} onChange={setEvery} />}
        {isWrong && (
          <p className="field-error" role="alert">
            {t`Between ${{ min: everyRange.min }} and ${{ max: everyRange.max }} seconds.`}
          </p>
        )}
        <p>
          {'wakeLock' in navigator
            ? t`The screen stays on and reconnects by itself. Your session will expire: for a screen on a wall, create a public link and turn on full screen in it. Press Esc to leave.`
            : t`The dashboard reconnects by itself. Your session will expire: for a screen on a wall, create a public link and turn on full screen in it. Press Esc to leave.`}
        </p>
        {!('wakeLock' in navigator) &&
          (isSecureContext ? (
            <p>{t`This browser cannot keep the screen on. Set the screen timeout of the computer, tablet or phone.`}</p>
          ) : (
            <NeedsHttps>{t`The browser cannot keep the screen on here.`}</NeedsHttps>
          ))}
      </div>
    </Dialog>
  );
}

type OtherProps = {
  reference: DashboardRef;
  chosen: readonly DashboardRef[];
  onChange: (chosen: readonly DashboardRef[]) => void;
};

function OtherDashboards({ reference, chosen, onChange }: OtherProps) {
  const devices = useSeenDevices();
  const dashboards = useQuery(accountDashboardsQuery).data?.dashboards ?? [];
  const all = [
    ...dashboards.map(({ id, name }) => ({ name, reference: { kind: 'account', id } as const })),
    ...devices
      .filter(({ pending }) => !pending)
      .map(({ espid, name }) => ({ name, reference: { kind: 'device', espid } as const })),
  ].filter((one) => nameOf(one.reference) !== nameOf(reference));
  if (all.length === 0) return null;
  const names = new Set(chosen.map(nameOf));
  const isFull = chosen.length >= maxReferences - 1;
  return (
    <fieldset className="kiosk-others">
      <legend>{t`Rotate with`}</legend>
      {all.map((one) => {
        const name = nameOf(one.reference);
        return (
          <label key={name}>
            <Checkbox
              checked={names.has(name)}
              disabled={isFull && !names.has(name)}
              onChange={() =>
                onChange(names.has(name) ? chosen.filter((each) => nameOf(each) !== name) : [...chosen, one.reference])
              }
            />
            {one.name}
          </label>
        );
      })}
      {isFull && <p className="field-help">{t`At most ${{ max: maxReferences }} dashboards take turns.`}</p>}
    </fieldset>
  );
}
