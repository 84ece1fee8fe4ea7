import { t } from '@lingui/core/macro';
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

const ways = () =>
  [
    { id: 'hand', label: t`By hand` },
    { id: 'tag', label: t`By tag` },
    { id: 'group', label: t`By group` },
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
    <Sheet title={t`Device picker`} isOpen onClose={onClose}>
      <div className="editor-form">
        <p className="editor-remark">
          {t`Widgets without a device of their own show the one chosen here. The first device of the list is shown first.`}
        </p>
        {isOwn && (
          <Segmented
            label={t`Add devices`}
            options={ways()}
            value={way}
            onChange={(to) => {
              setWay(to);
              if (to === 'hand') onChange({ espids, follows: null });
            }}
          />
        )}
        {!isOwn && follows && <p>{t`${{ devices: followsText(follows) }}. Only the owner can choose others.`}</p>}
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
          label={t`Add a device`}
          options={free.map(({ espid, name }) => ({ id: espid, label: name }))}
          value=""
          nothing={t`No device has this name.`}
          onChange={(espid) => onChange([...espids, espid])}
        />
      )}
      {espids.length === 0 && <p>{t`Off: each widget has its own device.`}</p>}
      <RowList label={t`Devices`}>
        {espids.map((espid, index) => (
          <Row
            key={espid}
            title={nameOf(espid) ?? espid}
            detail={nameOf(espid) === undefined ? t`This device was deleted.` : espid}
            actions={
              <>
                <IconButton
                  label={t`Move ${{ name: nameOf(espid) ?? espid }} up`}
                  icon={IconArrowUp}
                  size="small"
                  disabled={index === 0}
                  onClick={() => onChange(espids.filter((each) => each !== espid).toSpliced(index - 1, 0, espid))}
                />
                <IconButton
                  label={t`Remove ${{ name: nameOf(espid) ?? espid }}`}
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
