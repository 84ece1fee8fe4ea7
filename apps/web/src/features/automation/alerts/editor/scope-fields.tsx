import type { AlertScope } from '@cyno/contract';
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useState } from 'react';
import { SelectField } from '../../../../ui/fields/select-field.tsx';
import type { SeenDevice } from '../../../boards/devices/index.ts';
import { DeviceBoxes, Line } from '../../definitions/index.ts';
import type { RuleNames } from '../rules/rule-scope.ts';
import type { RuleDraft } from './rule-draft.ts';

type ScopeFieldsProps = {
  draft: RuleDraft;
  names: RuleNames;
  /** The device whose page the rule is made on. */
  device: SeenDevice | null;
  problem: string | undefined;
  onChange: (change: Partial<RuleDraft>) => void;
};

type ScopeChoice = AlertScope['kind'] | 'this';

/** For which devices a rule is; those that get the tag or join the group later are among them. */
export function ScopeFields({ draft, names, device, problem, onChange }: ScopeFieldsProps) {
  const { scope, espids, tag, groupId } = draft;
  const tags = [...new Set(names.devices.flatMap((each) => each.tags))].sort((a, b) => a.localeCompare(b));
  const isThis = scope === 'devices' && espids.length === 1 && espids[0] === device?.espid;
  const [isListed, setListed] = useState(!isThis);
  const choices: { id: ScopeChoice; label: string; disabled?: boolean }[] = [
    { id: 'all', label: t`all devices` },
    { id: 'tag', label: t`devices with a tag`, disabled: tags.length === 0 },
    { id: 'group', label: t`devices in a group`, disabled: names.groups.length === 0 },
    { id: 'devices', label: t`chosen devices` },
  ];
  if (device) choices.unshift({ id: 'this', label: t`this device` });
  const chosen = isThis && !isListed ? 'this' : scope;
  const choose = (id: ScopeChoice) => {
    setListed(id === 'devices');
    if (id === 'this') onChange({ scope: 'devices', espids: device ? [device.espid] : [] });
    else onChange({ scope: id });
  };
  return (
    <>
      <Line label={t`Devices`} problem={problem}>
        <Trans>
          on <SelectField label={t`Devices`} hideLabel options={choices} value={chosen} onChange={choose} />
        </Trans>
        {scope === 'tag' && (
          <SelectField
            label={t`Tag`}
            hideLabel
            placeholder={t`Choose a tag`}
            options={tags.map((each) => ({ id: each, label: each }))}
            value={tag}
            onChange={(next) => onChange({ tag: next })}
          />
        )}
        {scope === 'group' && (
          <SelectField
            label={t`Group`}
            hideLabel
            placeholder={t`Choose a group`}
            options={names.groups.map(({ id, name }) => ({ id: String(id), label: name }))}
            value={groupId === null ? null : String(groupId)}
            onChange={(id) => onChange({ groupId: Number(id) })}
          />
        )}
      </Line>
      {chosen === 'devices' && (
        <DeviceBoxes devices={names.devices} espids={espids} onChange={(next) => onChange({ espids: next })} />
      )}
    </>
  );
}
