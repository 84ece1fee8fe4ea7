import type { Device } from '@cyno/contract';
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
    <SectionCard
      id="icon"
      title="Icon"
      description="Stands next to the name in the list, the side menu and on this page."
    >
      <fieldset className="icon-choice" aria-label="Icon">
        {deviceIcons.map(({ id, label }) => (
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
