import type { Device } from '@cyno/contract';
import { t } from '@lingui/core/macro';
import { useId } from 'react';
import { failureText } from '../../../lib/api/failure-text.ts';
import { SectionCard } from '../../../ui/cards/section-card.tsx';
import { DeviceIcon, deviceIcons, useChangeDevice } from '../devices/index.ts';
import './icon-card.css';

/** The drawing next to the device's name; a choice takes effect at once. */
export function IconCard({ device: { espid, icon } }: { device: Device }) {
  const name = useId();
  const change = useChangeDevice(espid);
  const displayed = change.isPending ? change.variables.icon : icon;
  return (
    <SectionCard id="icon" title={t`Icon`} description={t`Appears next to the name in lists and menus.`}>
      <fieldset className="icon-choice" aria-label={t`Icon`}>
        {deviceIcons().map(({ id, label }) => (
          <label key={label} title={label}>
            <input
              className="sr-only"
              type="radio"
              name={name}
              checked={id === displayed}
              onChange={() => change.mutate({ icon: id })}
            />
            <DeviceIcon icon={id} />
            <span className="sr-only">{label}</span>
          </label>
        ))}
      </fieldset>
      {change.isError && (
        <p className="device-settings-error" role="alert">
          {failureText(change.error)}
        </p>
      )}
    </SectionCard>
  );
}
