import type { AlertRule } from '@cyno/contract';
import { plural, t } from '@lingui/core/macro';
import { IconBellOff, IconCpu, IconDots, IconPencil, IconTrash } from '@tabler/icons-react';
import { formatDateTime } from '../../../../lib/format/format.ts';
import { useLiveNow } from '../../../../lib/live/live-client.ts';
import { IconButton } from '../../../../ui/buttons/button.tsx';
import { Switch } from '../../../../ui/fields/switch.tsx';
import { Icon } from '../../../../ui/graphics/icon.tsx';
import { Menu, type MenuEntry } from '../../../../ui/overlays/menu.tsx';
import { Badge } from '../../../../ui/status/badge.tsx';
import { alertRuleName, plainSentence, SentenceView } from '../../definitions/index.ts';
import { SeverityBadge } from '../list/severity-badge.tsx';
import { useSnooze } from '../snooze/use-snooze.tsx';
import { useRemoveRule, useSnoozeRule, useToggleRule } from './rule-calls.ts';
import './rule-row.css';
import { type RuleNames, scopeText } from './rule-scope.ts';
import { ruleSentence } from './rule-sentence.ts';

type RuleRowProps = {
  rule: AlertRule;
  names: RuleNames;
  /** The device whose page it stands on; null: the page of all rules. */
  here: string | null;
  onEdit: (rule: AlertRule) => void;
};

/** A rule as a sentence, with whom it is for, whether it holds, and what can be done with it. */
export function RuleRow({ rule, names, here, onEdit }: RuleRowProps) {
  const now = useLiveNow(60_000);
  const { mutate: toggle, isPending } = useToggleRule();
  const { mutate: snoozeRule } = useSnoozeRule();
  const remove = useRemoveRule().mutate;
  const parts = ruleSentence(rule, names, here);
  const sentence = plainSentence(parts);
  const name = alertRuleName(rule);
  const title = name ?? sentence;
  const { id, builtIn, enabled, mutedUntil } = rule;
  const isSnoozed = mutedUntil !== null && mutedUntil > now;
  const snooze = useSnooze({ now, isSnoozed, onSnooze: (minutes) => snoozeRule({ id, minutes }) });
  const deletion: MenuEntry[] = [
    'separator',
    {
      id: 'delete',
      label: t`Delete`,
      icon: IconTrash,
      tone: 'danger',
      onAction: () => remove({ id, sentence: title }),
    },
  ];
  const entries: MenuEntry[] = [
    { id: 'edit', label: t`Edit`, icon: IconPencil, onAction: () => onEdit(rule) },
    'separator',
    ...snooze.entries,
    ...(builtIn ? [] : deletion),
  ];
  return (
    <li className={enabled ? 'rule-row' : 'rule-row rule-row-off'}>
      <Switch
        label={title}
        hideLabel
        checked={enabled}
        busy={isPending}
        onChange={(next) => toggle({ id, enabled: next })}
      />
      <div className="rule-row-text">
        {name !== null && <h3>{name}</h3>}
        <p className="rule-row-sentence">
          <SentenceView parts={parts} />
        </p>
        <RuleFacts rule={rule} names={names} isSnoozed={isSnoozed} />
      </div>
      <Menu
        label={t`Actions for ${title}`}
        trigger={<IconButton label={t`Actions for ${title}`} title={t`Actions`} icon={IconDots} />}
        entries={entries}
      />
      {snooze.dialog}
    </li>
  );
}

type RuleFactsProps = { rule: AlertRule; names: RuleNames; isSnoozed: boolean };

function RuleFacts({ rule, names, isSnoozed }: RuleFactsProps) {
  const { severity, scope, enabled, builtIn, devices, active, mutedUntil } = rule;
  return (
    <p className="rule-row-facts num">
      <SeverityBadge severity={severity} />
      <span className="rule-row-scope">
        <Icon of={IconCpu} size={14} />
        {scopeText(scope, names)}
        {(scope.kind === 'tag' || scope.kind === 'group' || scope.kind === 'all') && ` (${devices})`}
      </span>
      {builtIn && <span>{t`Built in`}</span>}
      {!enabled && <Badge shape="tag">{t`Off`}</Badge>}
      {active > 0 && (
        <span className="rule-row-active">{plural(active, { one: '# alert now', other: '# alerts now' })}</span>
      )}
      {isSnoozed && mutedUntil !== null && (
        <Badge shape="tag" icon={IconBellOff}>
          {t`Snoozed until ${{ time: formatDateTime(mutedUntil) }}`}
        </Badge>
      )}
    </p>
  );
}
