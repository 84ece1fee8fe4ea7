import type { AlertScope, Device, DeviceGroup } from '@cyno/contract';
import { t } from '@lingui/core/macro';
import { SelectField } from '../../../ui/fields/select-field.tsx';
import { DeviceBoxes, type DevicesDraft } from '../definitions/index.ts';
import './devices-fields.css';

type DevicesFieldsProps = {
  devices: readonly Device[];
  /** Null: only a list can be chosen. */
  groups: readonly DeviceGroup[] | null;
  condition: DevicesDraft;
  onChange: (condition: DevicesDraft) => void;
};

/** Which devices a condition on several is about; those that get the tag or join the group later are among them. */
export function DevicesFields({ devices, groups, condition, onChange }: DevicesFieldsProps) {
  const { scope } = condition;
  const tags = [...new Set(devices.flatMap((each) => each.tags))].sort((a, b) => a.localeCompare(b));
  const set = (next: AlertScope) => onChange({ ...condition, scope: next });
  const choices: { id: AlertScope['kind']; label: string; disabled?: boolean }[] = [
    { id: 'all', label: t`all devices` },
    { id: 'tag', label: t`devices with a tag`, disabled: tags.length === 0 },
    { id: 'group', label: t`devices in a group`, disabled: !groups?.length },
    { id: 'devices', label: t`chosen devices` },
  ];
  const choose = (kind: AlertScope['kind']) => {
    if (kind === 'all') set({ kind });
    else if (kind === 'tag') set({ kind, tag: tags[0] ?? '' });
    else if (kind === 'group') set({ kind, groupId: groups?.[0]?.id ?? 0 });
    else set({ kind, espids: [] });
  };
  return (
    <>
      <span>{t`among`}</span>
      <SelectField
        label={t`Which devices`}
        hideLabel
        options={groups === null ? choices.filter(({ id }) => id === 'devices') : choices}
        value={scope.kind}
        onChange={choose}
      />
      {scope.kind === 'tag' && (
        <SelectField
          label={t`Tag`}
          hideLabel
          options={tags.map((tag) => ({ id: tag, label: tag }))}
          value={scope.tag}
          onChange={(tag) => set({ kind: 'tag', tag })}
        />
      )}
      {scope.kind === 'group' && (
        <SelectField
          label={t`Group`}
          hideLabel
          options={(groups ?? []).map(({ id, name }) => ({ id: String(id), label: name }))}
          value={String(scope.groupId)}
          onChange={(id) => set({ kind: 'group', groupId: Number(id) })}
        />
      )}
    </>
  );
}

/** The devices of a list, below the other fields of the condition. */
export function DevicesList({ devices, condition, onChange }: Omit<DevicesFieldsProps, 'groups'>) {
  const { scope } = condition;
  if (scope.kind !== 'devices') return null;
  const set = (espids: readonly string[]) =>
    onChange({ ...condition, scope: { kind: 'devices', espids: [...espids] } });
  return (
    <div className="devices-list">
      <DeviceBoxes devices={devices} espids={scope.espids} onChange={set} />
    </div>
  );
}
