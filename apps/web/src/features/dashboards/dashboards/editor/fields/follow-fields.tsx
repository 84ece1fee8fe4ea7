import { ButtonLink } from '../../../../../ui/buttons/button-link.tsx';
import { Row, RowList } from '../../../../../ui/cards/row-list.tsx';
import { ComboField } from '../../../../../ui/fields/combo-field.tsx';
import { FormNote } from '../../../../../ui/status/form-note.tsx';
import { useDeviceGroups } from '../../../../boards/device-groups/index.ts';
import { useDevices } from '../../../../boards/devices/index.ts';
import { devicesFollowed, type Follows, followsText, maxDevices, tagsOf } from '../../follow.ts';

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
        <p>None of your devices has a tag yet. Tag devices in their settings, or several at once in their list.</p>
        <ButtonLink to="/device">Your devices</ButtonLink>
      </>
    );
  }
  if (kind === 'group' && groups.length === 0 && follows === null) {
    return (
      <>
        <p>You have no groups yet. Make one in the list of devices, and put devices into it.</p>
        <ButtonLink to="/device">Your devices</ButtonLink>
      </>
    );
  }
  return (
    <>
      {kind === 'tag' ? (
        <ComboField
          label="Tag"
          options={tags.map((tag) => ({ id: tag, label: tag }))}
          value={follows?.kind === 'tag' ? follows.tag : ''}
          nothing="None of your devices has this tag."
          onChange={(tag) => onChange({ kind: 'tag', tag })}
        />
      ) : (
        <ComboField
          key={groups.length}
          label="Group"
          options={groups.map(({ id, name }) => ({ id: String(id), label: name }))}
          value={follows?.kind === 'group' ? String(follows.groupId) : ''}
          nothing="You have no group of this name."
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
        <p className="editor-remark">Until you choose one, the devices stay as they were.</p>
      )}
    </>
  );
}

function Found({ follows, devices }: { follows: Follows; devices: readonly { espid: string; name: string }[] }) {
  if (follows.kind === 'group' && follows.name === null) {
    return <FormNote kind="info">The group that this dashboard followed was deleted. Choose another one.</FormNote>;
  }
  const which = followsText(follows);
  if (devices.length === 0) {
    return <p>{`There is no device ${which} now. Those that come appear on the dashboard by themselves.`}</p>;
  }
  return (
    <>
      <p className="editor-remark">
        {devices.length > maxDevices
          ? `The first ${maxDevices} of the ${devices.length} devices ${which}, in the order of your list.`
          : 'Devices that come later appear by themselves, those that leave go.'}
      </p>
      <RowList label={`Devices ${which}`}>
        {devices.slice(0, maxDevices).map(({ espid, name }) => (
          <Row key={espid} title={name} detail={espid} />
        ))}
      </RowList>
    </>
  );
}
