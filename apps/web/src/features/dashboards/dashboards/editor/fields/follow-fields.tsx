import { t } from '@lingui/core/macro';
import { ButtonLink } from '../../../../../ui/buttons/button-link.tsx';
import { Row, RowList } from '../../../../../ui/cards/row-list.tsx';
import { ComboField } from '../../../../../ui/fields/combo-field.tsx';
import { FormNote } from '../../../../../ui/status/form-note.tsx';
import { useDeviceGroups } from '../../../../boards/device-groups/index.ts';
import { useDevices } from '../../../../boards/devices/index.ts';
import { devicesFollowed, type Follows, followsText, maxDevices, noneFollowedText, tagsOf } from '../../follow.ts';

type FollowFieldsProps = {
  kind: Follows['kind'];
  /** Null: nothing is chosen yet. */
  follows: Follows | null;
  onChange: (follows: Follows) => void;
};

/** Chooses the tag or the group that a dashboard follows, and shows which devices that are now. */
export function FollowFields({ kind, follows, onChange }: FollowFieldsProps) {
  const own = (useDevices().data ?? []).filter(({ pending }) => !pending);
  const groups = useDeviceGroups();
  const tags = tagsOf(own, follows);
  if (kind === 'tag' && tags.length === 0) {
    return (
      <>
        <p>{t`No tags yet. Add tags in a device's settings, or to several devices in the list.`}</p>
        <ButtonLink to="/device">{t`Your devices`}</ButtonLink>
      </>
    );
  }
  if (kind === 'group' && groups.length === 0 && follows === null) {
    return (
      <>
        <p>{t`No groups yet. Create one in the list of devices.`}</p>
        <ButtonLink to="/device">{t`Your devices`}</ButtonLink>
      </>
    );
  }
  return (
    <>
      {kind === 'tag' ? (
        <ComboField
          label={t`Tag`}
          options={tags.map((tag) => ({ id: tag, label: tag }))}
          value={follows?.kind === 'tag' ? follows.tag : ''}
          nothing={t`No device has this tag.`}
          onChange={(tag) => onChange({ kind: 'tag', tag })}
        />
      ) : (
        <ComboField
          key={groups.length}
          label={t`Group`}
          options={groups.map(({ id, name }) => ({ id: String(id), label: name }))}
          value={follows?.kind === 'group' ? String(follows.groupId) : ''}
          nothing={t`No group has this name.`}
          onChange={(id) =>
            onChange({
              kind: 'group',
              groupId: Number(id),
              name: groups.find((group) => String(group.id) === id)?.name ?? null,
            })
          }
        />
      )}
      {follows ? (
        <Found follows={follows} devices={devicesFollowed(follows, own)} />
      ) : (
        <p className="editor-remark">{t`Choose one to change the devices.`}</p>
      )}
    </>
  );
}

function Found({ follows, devices }: { follows: Follows; devices: readonly { espid: string; name: string }[] }) {
  if (follows.kind === 'group' && follows.name === null) {
    return <FormNote kind="info">{t`The group of this dashboard was deleted. Choose another one.`}</FormNote>;
  }
  if (devices.length === 0) {
    return <p>{t`${{ none: noneFollowedText(follows) }}. New devices appear on the dashboard automatically.`}</p>;
  }
  return (
    <>
      <p className="editor-remark">
        {devices.length > maxDevices
          ? t`The device picker shows the first ${maxDevices} of ${{ count: devices.length }} devices.`
          : t`The list follows by itself when devices join or leave.`}
      </p>
      <RowList label={followsText(follows)}>
        {devices.slice(0, maxDevices).map(({ espid, name }) => (
          <Row key={espid} title={name} detail={espid} />
        ))}
      </RowList>
    </>
  );
}
