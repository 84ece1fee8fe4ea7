import { IconArrowUp, IconX } from '@tabler/icons-react';
import { useState } from 'react';
import { IconButton } from '../../../../ui/buttons/button.tsx';
import { Row, RowList } from '../../../../ui/cards/row-list.tsx';
import { ComboField } from '../../../../ui/fields/combo-field.tsx';
import { Segmented } from '../../../../ui/fields/segmented.tsx';
import { Sheet } from '../../../../ui/overlays/dialog.tsx';
import { useDevices } from '../../../boards/devices/index.ts';
import { devicesFollowed, type Follows, followsText, maxDevices } from '../follow.ts';
import { useDashboardSource } from '../source/use-dashboard-source.ts';
import type { Draft } from './edit-history.ts';
import { FollowFields } from './fields/follow-fields.tsx';

type Chosen = Pick<Draft, 'espids' | 'follows'>;

type DevicesSheetProps = {
  chosen: Chosen;
  /** Only its owner decides what a dashboard follows. */
  isOwn: boolean;
  onChange: (chosen: Chosen) => void;
  onClose: () => void;
};

const ways = [
  { id: 'hand', label: 'By hand' },
  { id: 'tag', label: 'By tag' },
  { id: 'group', label: 'By group' },
] as const;

/** The devices that can be chosen above a dashboard: a list by hand, or whichever has a tag or is in a group. */
export function DevicesSheet({ chosen, isOwn, onChange, onClose }: DevicesSheetProps) {
  const { espids, follows } = chosen;
  const own = useDevices().data ?? [];
  const [way, setWay] = useState<'hand' | Follows['kind']>(follows?.kind ?? 'hand');
  const follow = (wanted: Follows) =>
    onChange({
      follows: wanted,
      espids: devicesFollowed(wanted, own)
        .slice(0, maxDevices)
        .map(({ espid }) => espid),
    });
  return (
    <Sheet title="Devices of this dashboard" isOpen onClose={onClose}>
      <div className="editor-form">
        <p className="editor-remark">
          Widgets that name no device show the one that is chosen above the dashboard. One dashboard serves as many
          devices as stand here; the first one is shown first.
        </p>
        {isOwn && (
          <Segmented
            label="How its devices are chosen"
            options={ways}
            value={way}
            onChange={(to) => {
              setWay(to);
              if (to === 'hand') onChange({ espids, follows: null });
            }}
          />
        )}
        {!isOwn && follows && (
          <p>{`These are the devices of its owner ${followsText(follows)}. Only the owner can choose others.`}</p>
        )}
        {way === 'hand' && <ByHand espids={espids} onChange={(to) => onChange({ espids: to, follows: null })} />}
        {isOwn && way !== 'hand' && (
          <FollowFields key={way} kind={way} follows={follows?.kind === way ? follows : null} onChange={follow} />
        )}
      </div>
    </Sheet>
  );
}

type ByHandProps = { espids: readonly string[]; onChange: (espids: readonly string[]) => void };

function ByHand({ espids, onChange }: ByHandProps) {
  const seen = useDashboardSource().devices.filter(({ pending }) => !pending);
  const nameOf = (espid: string) => seen.find((device) => device.espid === espid)?.name;
  const free = seen.filter(({ espid }) => !espids.includes(espid));
  return (
    <>
      {free.length > 0 && espids.length < maxDevices && (
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
    </>
  );
}
