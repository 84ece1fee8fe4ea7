import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { Button } from '../../../../ui/buttons/button.tsx';
import { CopyButton } from '../../../../ui/buttons/copy-button.tsx';
import { Segmented } from '../../../../ui/fields/segmented.tsx';
import { Dialog } from '../../../../ui/overlays/dialog.tsx';
import { useSeenDevices } from '../../../boards/devices/index.ts';
import { accountDashboardsQuery } from '../account-dashboard-query.ts';
import type { DashboardRef } from '../dashboard-ref.ts';
import { everyRange, nameOf, writeKiosk } from './kiosk-address.ts';
import './kiosk-dialog.css';
import { NumberField } from '../editor/fields/number-field.tsx';

type KioskDialogProps = { reference: DashboardRef; onClose: () => void };

const themes = [
  { id: 'own', label: 'As here' },
  { id: 'light', label: 'Light' },
  { id: 'dark', label: 'Dark' },
] as const;

/** Lets the user choose how a dashboard is to be shown on a screen of its own, and opens it there. */
export function KioskDialog({ reference, onClose }: KioskDialogProps) {
  const navigate = useNavigate();
  const device = useSearchParams()[0].get('device');
  const [theme, setTheme] = useState<(typeof themes)[number]['id']>('own');
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
      title="Full screen"
      isOpen
      onClose={onClose}
      actions={
        <>
          <CopyButton label="Copy the address" text={new URL(address, location.origin).href}>
            <span aria-hidden="true">Copy</span>
          </CopyButton>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="primary" disabled={isWrong} onClick={open}>
            Open
          </Button>
        </>
      }
    >
      <div className="kiosk-form">
        <Segmented label="Theme" options={themes} value={theme} onChange={setTheme} />
        <OtherDashboards reference={reference} chosen={others} onChange={setOthers} />
        {others.length > 0 && <NumberField label="Seconds of each" value={every} onChange={setEvery} />}
        {isWrong && (
          <p className="field-error" role="alert">
            Between {everyRange.min} and {everyRange.max} seconds.
          </p>
        )}
        <p>
          It keeps the screen on and its last values when the connection is lost, and goes on by itself. Your log-in
          ends one day: for a screen that hangs on a wall make a public link of the dashboard and open that with{' '}
          <code>?kiosk</code> at its end. Esc leaves.
        </p>
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
  return (
    <fieldset className="kiosk-others">
      <legend>In turn with</legend>
      {all.map((one) => {
        const name = nameOf(one.reference);
        return (
          <label key={name}>
            <input
              type="checkbox"
              checked={names.has(name)}
              onChange={() =>
                onChange(names.has(name) ? chosen.filter((each) => nameOf(each) !== name) : [...chosen, one.reference])
              }
            />
            {one.name}
          </label>
        );
      })}
    </fieldset>
  );
}
