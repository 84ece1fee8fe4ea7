import type { Device, DevicePatch } from '@cyno/contract';
import { t } from '@lingui/core/macro';
import { useQueryClient } from '@tanstack/react-query';
import { failureText } from '../../../lib/api/failure-text.ts';
import { queryKeys } from '../../../lib/api/query-keys.ts';
import { SectionCard } from '../../../ui/cards/section-card.tsx';
import { SelectField } from '../../../ui/fields/select-field.tsx';
import { useToasts } from '../../../ui/overlays/toast.tsx';
import { useChangeDevice } from '../devices/index.ts';

const chips = [
  { id: 'esp32', label: 'ESP32' },
  { id: 'esp32-s2', label: 'ESP32-S2' },
  { id: 'esp32-s3', label: 'ESP32-S3' },
  { id: 'esp32-c3', label: 'ESP32-C3' },
] as const satisfies readonly { id: NonNullable<DevicePatch['family']>; label: string }[];

/** True for a board whose id does not name a chip whose pins are known, so that its owner may choose which one it is. */
export const mayChooseChip = ({ espid, family }: Pick<Device, 'espid' | 'family'>): boolean =>
  family === 'other' || !espid.startsWith('ESP');

/** Which chip the board has, where it does not report it itself: it decides which pins can be switched. */
export function ChipCard({ device: { espid, family } }: { device: Device }) {
  const client = useQueryClient();
  const toasts = useToasts();
  const save = useChangeDevice(espid, () => {
    toasts.add({ kind: 'success', title: t`Chip saved` });
    void client.invalidateQueries({ queryKey: queryKeys.control(espid) });
    void client.invalidateQueries({ queryKey: queryKeys.automation(espid) });
  });
  return (
    <SectionCard
      id="chip"
      title={t`Chip`}
      description={t`The board does not report its chip. Choose it to control the pins.`}
    >
      <div className="device-settings-choice">
        <SelectField
          size="large"
          label={t`Chip`}
          options={[{ id: 'other', label: t`Not known` }, ...chips]}
          value={family === 'esp8266' ? null : family}
          onChange={(chosen) => save.mutate({ family: chosen })}
        />
        {save.isError && (
          <p className="device-settings-error" role="alert">
            {failureText(save.error)}
          </p>
        )}
      </div>
    </SectionCard>
  );
}
