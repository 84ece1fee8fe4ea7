import { t } from '@lingui/core/macro';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { type KeyboardEvent, Suspense } from 'react';
import { lazy } from '../../../lib/language/lazy.ts';
import { IconButton } from '../../../ui/buttons/button.tsx';
import { Skeleton } from '../../../ui/cards/skeleton.tsx';
import type { SeenDevice } from '../../boards/devices/index.ts';
import './device-picker.css';

// Most dashboards are about one device and have no picker.
const ComboField = lazy(async () => ({ default: (await import('../../../ui/fields/combo-field.tsx')).ComboField }));

type DevicePickerProps = {
  devices: readonly SeenDevice[];
  chosen: SeenDevice;
  onChoose: (espid: string) => void;
};

/** Chooses the device that the dashboard shows: by a part of its name, or one after the other. */
export function DevicePicker({ devices, chosen, onChoose }: DevicePickerProps) {
  const index = devices.findIndex(({ espid }) => espid === chosen.espid);
  const step = (by: number) => {
    const next = devices[(index + by + devices.length) % devices.length];
    if (next) onChoose(next.espid);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const { key, target } = event;
    const by = key === 'ArrowLeft' ? -1 : key === 'ArrowRight' ? 1 : 0;
    if (by === 0 || target instanceof HTMLInputElement) return;
    event.preventDefault();
    step(by);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the arrow keys do no more than the two buttons in it
    <div className="device-picker" onKeyDown={onKeyDown}>
      <IconButton label={t`Previous device`} icon={IconChevronLeft} onClick={() => step(-1)} />
      <Suspense fallback={<Skeleton height={36} />}>
        <ComboField
          key={`${chosen.espid} ${devices.length}`}
          label={t`Device`}
          hideLabel
          options={devices.map(({ espid, name }) => ({ id: espid, label: name }))}
          value={chosen.espid}
          nothing={t`No device has this name.`}
          onChange={onChoose}
        />
      </Suspense>
      <IconButton label={t`Next device`} icon={IconChevronRight} onClick={() => step(1)} />
    </div>
  );
}
