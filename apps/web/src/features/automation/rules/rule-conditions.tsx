import type { Device } from '@cyno/contract';
import { IconPlus } from '@tabler/icons-react';
import { Button } from '../../../ui/buttons/button.tsx';
import { Segmented } from '../../../ui/fields/segmented.tsx';
import type { ConditionDraft, Draft, Problems } from '../definitions/index.ts';
import { ConditionFields, conditionOn, watchable } from './condition-fields.tsx';
import './rule-conditions.css';

const maxConditions = 4;
const maxGroups = 4;
const matches = [
  { id: 'all', label: 'All must hold' },
  { id: 'any', label: 'One is enough' },
] as const;
/** What joins conditions, what joins those of a group, and what begins a group. */
const joiners = {
  all: { outer: 'and', inner: 'or', lead: 'either', group: 'and one of two values' },
  any: { outer: 'or', inner: 'and', lead: '', group: 'or two values together' },
} as const;

type RuleConditionsProps = {
  /** The devices whose values can be watched, the operated one first. */
  devices: readonly Device[];
  draft: Draft;
  problems: Problems;
  onChange: (change: Partial<Draft>) => void;
};

/** What a rule watches: conditions, and groups of them that are joined the other way. */
export function RuleConditions({ devices, draft, problems, onChange }: RuleConditionsProps) {
  const { match, conditions, groups } = draft;
  const { outer, inner, lead, group: groupLabel } = joiners[match];
  const [device] = devices;
  const freeId = Math.max(-1, ...[...conditions, ...groups.flat()].map(({ id }) => id)) + 1;
  const added = (id: number): ConditionDraft[] =>
    device ? [conditionOn(id, device.espid, device.variables.find(watchable))] : [];
  const parts = conditions.length + groups.length;
  const setGroup = (place: number, next: readonly ConditionDraft[]) =>
    onChange({ groups: groups.map((group, index) => (index === place ? next : group)) });
  const removeFrom = (place: number, id: number) => {
    const rest = groups[place]?.filter((each) => each.id !== id) ?? [];
    // What is left alone is no group any more.
    if (rest.length > 1) setGroup(place, rest);
    else onChange({ conditions: [...conditions, ...rest], groups: groups.filter((_, index) => index !== place) });
  };
  return (
    <>
      {(parts > 1 || groups.length > 0) && (
        <Segmented
          label="How the conditions are joined"
          options={matches}
          value={match}
          onChange={(next) => onChange({ match: next })}
        />
      )}
      {conditions.map((condition, index) => (
        <ConditionFields
          key={condition.id}
          devices={devices}
          condition={condition}
          word={index === 0 ? 'When' : outer}
          problem={problems[`condition ${index}`]}
          onChange={(changed) => onChange({ conditions: replaced(conditions, changed) })}
          onRemove={
            parts > 1 ? () => onChange({ conditions: conditions.filter(({ id }) => id !== condition.id) }) : undefined
          }
        />
      ))}
      {groups.map((group, place) => (
        <fieldset key={group[0]?.id} className="rule-group" aria-label={`Group ${place + 1}`}>
          {group.map((condition, index) => (
            <ConditionFields
              key={condition.id}
              devices={devices}
              condition={condition}
              word={index > 0 ? inner : `${place + conditions.length === 0 ? 'When' : outer} ${lead}`.trim()}
              problem={problems[`group ${place} condition ${index}`]}
              onChange={(changed) => setGroup(place, replaced(group, changed))}
              onRemove={() => removeFrom(place, condition.id)}
            />
          ))}
          {group.length < maxConditions && (
            <AddButton
              label={`${inner} when another value`}
              onClick={() => setGroup(place, [...group, ...added(freeId)])}
            />
          )}
        </fieldset>
      ))}
      {parts === 0 && problems['condition 0'] && (
        <p className="line-problem" role="alert">
          {problems['condition 0']}
        </p>
      )}
      {device && (
        <div className="rule-more">
          {conditions.length < maxConditions && (
            <AddButton
              label={parts === 0 ? 'When a value' : `${outer} when another value`}
              onClick={() => onChange({ conditions: [...conditions, ...added(freeId)] })}
            />
          )}
          {parts > 0 && groups.length < maxGroups && (
            <AddButton
              label={groupLabel}
              onClick={() => onChange({ groups: [...groups, [...added(freeId), ...added(freeId + 1)]] })}
            />
          )}
        </div>
      )}
    </>
  );
}

const replaced = (conditions: readonly ConditionDraft[], changed: ConditionDraft): ConditionDraft[] =>
  conditions.map((each) => (each.id === changed.id ? changed : each));

function AddButton({ label, onClick }: { label: string; onClick: () => void }) {
  return (
    <Button className="rule-and" size="small" variant="ghost" icon={IconPlus} onClick={onClick}>
      {label}
    </Button>
  );
}
