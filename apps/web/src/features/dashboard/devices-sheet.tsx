import { IconArrowUp, IconX } from '@tabler/icons-react';
import { useSeenDevices } from '../../lib/device-queries.ts';
import { IconButton } from '../../ui/button.tsx';
import { ComboField } from '../../ui/combo-field.tsx';
import { Sheet } from '../../ui/dialog.tsx';
import { Row, RowList } from '../../ui/row-list.tsx';

type DevicesSheetProps = {
  espids: readonly string[];
  onChange: (espids: readonly string[]) => void;
  onClose: () => void;
};

/** So many the server takes. */
const mostDevices = 100;

/** The devices that can be chosen above a dashboard, the one that is shown first in front. */
export function DevicesSheet({ espids, onChange, onClose }: DevicesSheetProps) {
  const seen = useSeenDevices().filter(({ pending }) => !pending);
  const nameOf = (espid: string) => seen.find((device) => device.espid === espid)?.name;
  const free = seen.filter(({ espid }) => !espids.includes(espid));
  return (
    <Sheet title="Devices of this dashboard" isOpen onClose={onClose}>
      <div className="editor-form">
        <p className="editor-remark">
          Widgets that name no device show the one that is chosen above the dashboard. One dashboard serves as many
          devices as stand here; the first one is shown first.
        </p>
        {free.length > 0 && espids.length < mostDevices && (
          <ComboField
            key={espids.length}
            label="Add a device"
            options={free.map(({ espid, name }) => ({ id: espid, label: name }))}
            value=""
            nothing="No other device has this name."
            onChange={(espid) => onChange([...espids, espid])}
          />
        )}
        {espids.length === 0 && <p>None yet: each widget names its own device.</p>}
        <RowList label="Devices to choose from">
          {espids.map((espid, index) => (
            <Row
              key={espid}
              title={nameOf(espid) ?? espid}
              detail={nameOf(espid) === undefined ? 'This device is gone.' : espid}
              actions={
                <>
                  <IconButton
                    label={`Move ${nameOf(espid) ?? espid} up`}
                    icon={IconArrowUp}
                    size="small"
                    disabled={index === 0}
                    onClick={() => onChange(espids.filter((each) => each !== espid).toSpliced(index - 1, 0, espid))}
                  />
                  <IconButton
                    label={`Remove ${nameOf(espid) ?? espid}`}
                    icon={IconX}
                    size="small"
                    onClick={() => onChange(espids.filter((each) => each !== espid))}
                  />
                </>
              }
            />
          ))}
        </RowList>
      </div>
    </Sheet>
  );
}
