import type { AlertKind } from '@cyno/contract';
import { IconPlus, IconX } from '@tabler/icons-react';
import { Button, IconButton } from '../../../../ui/buttons/button.tsx';
import { SelectField } from '../../../../ui/fields/select-field.tsx';
import { DurationBox, type DurationDraft, Line, NumberBox } from '../../definitions/index.ts';
import {
  amountOf,
  limitsOf,
  type RuleDraft,
  type RuleProblems,
  type Suggestion,
  watchesVariable,
} from './rule-draft.ts';

export type VariableChoice = { key: string; label: string; unit: string; now: string };

const kinds: readonly { id: AlertKind; label: string }[] = [
  { id: 'limit', label: 'a value passes a limit' },
  { id: 'change', label: 'a value changes fast' },
  { id: 'stuck', label: 'a value is stuck' },
  { id: 'unusual', label: 'a value is unusual for the hour' },
  { id: 'forecast', label: 'a value will pass a limit soon' },
  { id: 'silent', label: 'a device sends nothing' },
  { id: 'signal', label: 'the Wi-Fi signal is weak' },
  { id: 'command-failed', label: 'a command fails' },
  { id: 'update-failed', label: 'a firmware update fails' },
];
const sides = [
  { id: '>', label: 'above' },
  { id: '<', label: 'below' },
] as const;
const directions = [
  { id: 'either', label: 'rises or falls' },
  { id: 'rises', label: 'rises' },
  { id: 'falls', label: 'falls' },
] as const;

type ConditionFieldsProps = {
  draft: RuleDraft;
  suggestion: Suggestion | null;
  variables: readonly VariableChoice[];
  problems: RuleProblems;
  onChange: (change: Partial<RuleDraft>) => void;
};

/** What a rule is about, as a sentence with fields in it. */
export function ConditionFields(props: ConditionFieldsProps) {
  const { draft, variables, problems, onChange } = props;
  const { kind, key, hold, clear } = draft;
  const variable = variables.find((each) => each.key === key);
  const hasHold = kind === 'limit' || kind === 'unusual' || kind === 'signal';
  return (
    <>
      <Line label="What to watch for">
        <span>When</span>
        <SelectField
          label="What to watch for"
          hideLabel
          options={kinds}
          value={kind}
          onChange={(id) => onChange({ kind: id })}
        />
      </Line>
      <Line
        label="Condition"
        problem={problems.condition}
        hint={watchesVariable(kind) && variable?.now ? `It is ${variable.now} now.` : null}
      >
        {watchesVariable(kind) && (
          <SelectField
            label="Watched value"
            hideLabel
            placeholder="Choose a value"
            options={variables.map(({ key: id, label, now }) => ({ id, label, detail: now }))}
            value={key || null}
            onChange={(id) => onChange({ key: id, limits: null, amount: null })}
          />
        )}
        <KindFields {...props} unit={variable?.unit ?? ''} />
      </Line>
      {hasHold && (
        <HoldLine
          label="For how long"
          word="for"
          addLabel="for how long"
          value={hold}
          problem={problems.hold}
          onChange={(next) => onChange({ hold: next })}
        />
      )}
      {kind === 'limit' && <ClearLine {...props} unit={variable?.unit ?? ''} />}
      {kind === 'limit' && (
        <HoldLine
          label="Clear after how long"
          word="and has been for"
          addLabel="clear only after a while"
          value={clear}
          problem={undefined}
          onChange={(next) => onChange({ clear: next })}
        />
      )}
    </>
  );
}

type KindFieldsProps = ConditionFieldsProps & { unit: string };

/** The fields of one kind of condition. */
function KindFields({ draft, suggestion, unit, onChange }: KindFieldsProps) {
  const limits = limitsOf(draft, suggestion);
  const side = (
    <SelectField
      label="Side of the limit"
      hideLabel
      options={sides}
      value={draft.comparison}
      onChange={(comparison) => onChange({ comparison, limits: null })}
    />
  );
  const limit = (
    <>
      <NumberBox
        label="Limit"
        value={limits.threshold}
        onChange={(threshold) => onChange({ limits: { ...limits, threshold } })}
      />
      {unit && <span>{unit}</span>}
    </>
  );
  const span = <DurationBox label="Time" value={draft.span} onChange={(next) => onChange({ span: next })} />;
  switch (draft.kind) {
    case 'limit':
      return (
        <>
          <span>is</span>
          {side}
          {limit}
        </>
      );
    case 'forecast':
      return (
        <>
          <span>will be</span>
          {side}
          {limit}
          <span>within</span>
          {span}
          <span>at its present slope</span>
        </>
      );
    case 'change':
      return (
        <>
          <SelectField
            label="Direction"
            hideLabel
            options={directions}
            value={draft.direction}
            onChange={(direction) => onChange({ direction })}
          />
          <span>by</span>
          <NumberBox
            label="By how much"
            value={amountOf(draft, suggestion)}
            onChange={(amount) => onChange({ amount })}
          />
          {unit && <span>{unit}</span>}
          <span>or more within</span>
          {span}
        </>
      );
    case 'stuck':
      return (
        <>
          <span>does not move by more than</span>
          <NumberBox label="Tolerance" value={draft.tolerance} onChange={(tolerance) => onChange({ tolerance })} />
          {unit && <span>{unit}</span>}
          <span>for</span>
          {span}
        </>
      );
    case 'unusual':
      return (
        <>
          <span>is</span>
          <NumberBox label="Times the usual" value={draft.times} onChange={(times) => onChange({ times })} />
          <span>times further than usual</span>
          <span>from what it is at this hour</span>
        </>
      );
    case 'silent':
      return <SilenceFields draft={draft} onChange={onChange} />;
    case 'signal':
      return (
        <>
          <span>the Wi-Fi signal is below</span>
          <NumberBox label="Signal" value={draft.signal} onChange={(signal) => onChange({ signal })} />
          <span>dBm</span>
        </>
      );
    case 'command-failed':
      return <span>the board does not do what it was sent</span>;
    case 'update-failed':
      return <span>the board does not start with its new firmware</span>;
  }
}

const silences = [
  { id: 'usual', label: 'much longer than usual' },
  { id: 'time', label: 'a time' },
] as const;

function SilenceFields({ draft: { silence }, onChange }: Pick<KindFieldsProps, 'draft' | 'onChange'>) {
  return (
    <>
      <span>nothing comes for</span>
      <SelectField
        label="How long nothing comes"
        hideLabel
        options={silences}
        value={silence === null ? 'usual' : 'time'}
        onChange={(id) => onChange({ silence: id === 'usual' ? null : { amount: '30', unit: 'minutes' } })}
      />
      {silence && <DurationBox label="Time" value={silence} onChange={(next) => onChange({ silence: next })} />}
    </>
  );
}

type HoldLineProps = {
  label: string;
  word: string;
  addLabel: string;
  value: DurationDraft | null;
  problem: string | undefined;
  onChange: (value: DurationDraft | null) => void;
};

/** A length of time that can be left out. */
function HoldLine({ label, word, addLabel, value, problem, onChange }: HoldLineProps) {
  if (value === null) {
    return (
      <Button
        className="rule-editor-add"
        size="small"
        variant="ghost"
        icon={IconPlus}
        onClick={() => onChange({ amount: '5', unit: 'minutes' })}
      >
        {addLabel}
      </Button>
    );
  }
  return (
    <Line label={label} problem={problem} onRemove={() => onChange(null)}>
      <span>{word}</span>
      <DurationBox label={label} value={value} onChange={onChange} />
    </Line>
  );
}

/** The way back: where the alert clears, so that noise at the limit does not make many of one. */
function ClearLine({ draft, suggestion, unit, problems, onChange }: KindFieldsProps) {
  const limits = limitsOf(draft, suggestion);
  const { threshold, release } = limits;
  const side = draft.comparison === '>' ? 'or below' : 'or above';
  if (release === null) {
    return (
      <Button
        className="rule-editor-add"
        size="small"
        variant="ghost"
        icon={IconPlus}
        onClick={() => onChange({ limits: { ...limits, release: threshold } })}
      >
        clear at another value
      </Button>
    );
  }
  return (
    <Line label="When it clears" problem={problems.clear}>
      <span>it clears at</span>
      <NumberBox
        label="It clears at"
        value={release}
        onChange={(next) => onChange({ limits: { ...limits, release: next } })}
      />
      <span>
        {unit} {side}
      </span>
      <IconButton
        label="Clear at the limit itself"
        icon={IconX}
        size="small"
        onClick={() => onChange({ limits: { ...limits, release: null } })}
      />
    </Line>
  );
}
