import type { Automation } from '@cyno/contract';
import { hiddenDevice, isValueCondition, watchedBy } from '@cyno/contract/definition-conditions';
import { t } from '@lingui/core/macro';
import {
  IconChartLine,
  IconCircleCheck,
  IconClipboardText,
  IconCopy,
  IconDots,
  IconFileExport,
  IconHistory,
  IconInfoCircle,
  IconPencil,
  IconTrash,
} from '@tabler/icons-react';
import { memo } from 'react';
import { formatDateTime } from '../../../lib/format/format.ts';
import { reportText } from '../../../lib/language/report-text.ts';
import { useLiveNow } from '../../../lib/live/live-client.ts';
import { IconButton } from '../../../ui/buttons/button.tsx';
import { Switch } from '../../../ui/fields/switch.tsx';
import { Icon } from '../../../ui/graphics/icon.tsx';
import { Menu, type MenuEntry } from '../../../ui/overlays/menu.tsx';
import { Badge } from '../../../ui/status/badge.tsx';
import { useCopyText } from '../blueprints/index.ts';
import { useToggleAutomation } from '../definitions/index.ts';
import './automation-row.css';
import type { Names } from '../definitions/index.ts';
import { aheadText, LastValueText, nextText, plainSentence, SentenceView, sentenceOf } from '../definitions/index.ts';
import { RunOutcome } from '../runs/index.ts';
import { isDone } from './is-done.ts';
import { placementNote } from './placement-text.ts';
import { WaitingSteps } from './waiting-steps.tsx';
import { WhereBadge } from './where-badge.tsx';

/** What can be done with an automation of the list. */
export type RowActions = {
  edit(automation: Automation): void;
  duplicate(automation: Automation): void;
  exportIt(automation: Automation): void;
  tryOut(automation: Automation): void;
  showRuns(automation: Automation): void;
  remove(automation: Automation, sentence: string): void;
};

type AutomationRowProps = {
  automation: Automation;
  names: Names;
  timeZone: string;
  actions: RowActions;
  /** False for who only looks at it. */
  canChange: boolean;
};

/** An automation as a sentence, with where it runs, what it does next and what it did last. */
export const AutomationRow = memo(function AutomationRow(props: AutomationRowProps) {
  const { automation, names, timeZone, actions, canChange } = props;
  const { id, espid, name, enabled, definition } = automation;
  const { mutate: toggle, isPending } = useToggleAutomation(espid);
  const parts = sentenceOf(definition, { espid, here: espid, names });
  const sentence = plainSentence(parts);
  const title = name ?? sentence;
  const copy = useCopyText();
  const shared: MenuEntry[] = [
    runsEntry(automation, actions),
    {
      id: 'copy',
      label: t`Copy as text`,
      icon: IconClipboardText,
      onAction: () => void copy(name === null ? sentence : `${name}: ${sentence}`, t`Sentence copied`),
    },
    {
      id: 'export',
      label: t`Export as a blueprint`,
      icon: IconFileExport,
      onAction: () => actions.exportIt(automation),
    },
  ];
  return (
    <li className={enabled ? 'automation-row' : 'automation-row automation-row-off'}>
      <Switch
        label={title}
        hideLabel
        checked={enabled}
        busy={isPending}
        disabled={!canChange}
        onChange={(next) => toggle({ id, enabled: next })}
      />
      <div className="automation-row-text">
        {name !== null && <h3>{name}</h3>}
        <p className="automation-row-sentence">
          <SentenceView parts={parts} />
        </p>
        <RowFacts automation={automation} here={espid} names={names} timeZone={timeZone} />
        <WaitingSteps automation={automation} here={espid} names={names} timeZone={timeZone} canCancel={canChange} />
      </div>
      <Menu
        label={t`Actions for ${title}`}
        trigger={<IconButton label={t`Actions for ${title}`} title={t`Actions`} icon={IconDots} />}
        entries={canChange ? entriesOf(automation, { sentence, actions, shared }) : shared}
      />
    </li>
  );
});

const runsEntry = (automation: Automation, actions: RowActions): MenuEntry => ({
  id: 'runs',
  label: t`Show runs`,
  icon: IconHistory,
  onAction: () => actions.showRuns(automation),
});

type Entries = { sentence: string; actions: RowActions; shared: readonly MenuEntry[] };

const entriesOf = (automation: Automation, { sentence, actions, shared }: Entries): MenuEntry[] => [
  { id: 'edit', label: t`Edit`, icon: IconPencil, onAction: () => actions.edit(automation) },
  { id: 'duplicate', label: t`Duplicate`, icon: IconCopy, onAction: () => actions.duplicate(automation) },
  { id: 'try', label: t`Test on past data`, icon: IconChartLine, onAction: () => actions.tryOut(automation) },
  ...shared,
  'separator',
  {
    id: 'delete',
    label: t`Delete`,
    icon: IconTrash,
    tone: 'danger',
    onAction: () => actions.remove(automation, sentence),
  },
];

type RowFactsProps = Omit<AutomationRowProps, 'actions' | 'canChange'> & { here: string };

/** Where it runs, when next, what it did last, and what its list still waits for. */
export function RowFacts({ automation, here, names, timeZone }: RowFactsProps) {
  const { definition, placement, enabled, active, nextAt, lastRun } = automation;
  const waits = enabled && placement.delivered === false;
  return (
    <>
      <div className="automation-facts">
        <WhereBadge placement={placement} />
        {!enabled && <Badge>{isDone(automation, timeZone) ? t`Done` : t`Off`}</Badge>}
        {active && (
          <Badge tone="success" icon={IconCircleCheck}>
            {t`Conditions met`}
          </Badge>
        )}
        {enabled && nextAt !== null && <NextTime at={nextAt} definition={definition} timeZone={timeZone} />}
        {enabled &&
          watchedBy(definition)
            .filter(isValueCondition)
            .filter(({ espid }) => espid !== hiddenDevice)
            .map((condition) => (
              <LastValueText
                key={`${condition.espid} ${condition.key} ${condition.threshold}`}
                espid={condition.espid}
                variable={condition.key}
                label={labelOf(condition, here, names)}
              />
            ))}
      </div>
      {(placement.note || waits) && (
        <p className="automation-note">
          <Icon of={IconInfoCircle} size={14} />
          <span>
            {placementNote(placement)} {waits && t`The board gets it when it is online again.`}
          </span>
        </p>
      )}
      {lastRun && (
        <p className="automation-last" title={reportText(lastRun.why, lastRun.whyReport)}>
          <span>{t`Ran ${{ time: formatDateTime(lastRun.at, { timeZone }) }}`}</span>
          <RunOutcome outcome={lastRun.outcome} />
          <span>{reportText(lastRun.result, lastRun.resultReport)}</span>
        </p>
      )}
    </>
  );
}

function labelOf({ espid, key }: { espid: string; key: string }, here: string, names: Names): string {
  const { label } = names.variable(espid, key);
  return espid === here ? label : t`${label} of ${{ device: names.device(espid) }}`;
}

type NextTimeProps = { at: number; definition: Automation['definition']; timeZone: string };

function NextTime({ at, definition, timeZone }: NextTimeProps) {
  const now = useLiveNow(30_000);
  return (
    <span className="num">
      {t`Next run ${{ time: nextText(at, definition, timeZone) }} (${timeZone}), ${{ ahead: aheadText(at - now) }}`}
    </span>
  );
}
