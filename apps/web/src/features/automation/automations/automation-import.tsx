import type { AutomationState } from '@cyno/contract';
import type { SeenDevice } from '../../boards/devices/index.ts';
import { useDevices } from '../../boards/devices/index.ts';
import { ImportSheet, type ImportStart } from '../blueprints/index.ts';
import { type Names, useSaveAutomation } from '../definitions/index.ts';
import { DefinitionPreview } from './definition-preview.tsx';

type AutomationImportProps = {
  device: SeenDevice;
  names: Names;
  state: Pick<AutomationState, 'timeZone'>;
  start: ImportStart;
  onClose: () => void;
};

/** Makes an automation of this device from a blueprint. */
export function AutomationImport({ device, names, state: { timeZone }, start, onClose }: AutomationImportProps) {
  const { espid } = device;
  const { mutateAsync } = useSaveAutomation(espid);
  const { data = [] } = useDevices();
  // Of another account only this device is sure to be theirs.
  const others = device.owner ? [] : data.filter((other) => other.espid !== espid && !other.pending);
  return (
    <ImportSheet
      kind="automation"
      start={start}
      device={device}
      devices={[device, ...others]}
      timeZone={timeZone}
      preview={(filled) =>
        filled.kind === 'automation' && (
          <DefinitionPreview espid={espid} names={names} timeZone={timeZone} definition={filled.definition} />
        )
      }
      save={async ({ name, enabled, filled }) => {
        if (filled.kind !== 'automation') return;
        await mutateAsync({ id: null, request: { name: name || null, enabled, definition: filled.definition } });
      }}
      onClose={onClose}
    />
  );
}
