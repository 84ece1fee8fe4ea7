import type { AlertKind } from '@cyno/contract';
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { IconPlus } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Button } from '../../../../ui/buttons/button.tsx';
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

export type VariableChoice = { key: string; label: string; unit: string; last: string };

const kinds = (): readonly { id: AlertKind; label: string }[] => [
  { id: 'limit', label: t`a value passes a limit` },
  { id: 'change', label: t`a value changes fast` },
  { id: 'stuck', label: t`a value is stuck` },
  { id: 'unusual', label: t`a value is unusual for the hour` },
  { id: 'forecast', label: t`a value will pass a limit soon` },
  { id: 'silent', label: t`a device sends nothing` },
  { id: 'signal', label: t`the Wi-Fi signal is weak` },
  { id: 'command-failed', label: t`a command fails` },
  { id: 'update-failed', label: t`a firmware update fails` },
];
const sides = () =>
  [
    { id: '>', label: t`above` },
    { id: '<', label: t`below` },
  ] as const;
const directions = () =>
  [
    { id: 'either', label: t`rises or falls` },
    { id: 'rises', label: t`rises` },
    { id: 'falls', label: t`falls` },
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
      <Line label={t`What to watch for`}>
        <Trans>
          When{' '}
          <SelectField
            label={t`What to watch for`}
            hideLabel
            options={kinds()}
            value={kind}
            onChange={(id) => onChange({ kind: id })}
          />
        </Trans>
      </Line>
      <Line
        label={t`Condition`}
        problem={problems.condition}
        hint={watchesVariable(kind) && variable?.last ? t`Last value: ${{ value: variable.last }}` : null}
      >
        <KindFields {...props} unit={variable?.unit ?? ''} />
      </Line>
      {hasHold && (
        <HoldLine
          label={t`For how long`}
          addLabel={t`for how long`}
          line={(duration) => <Trans>for {duration}</Trans>}
          value={hold}
          problem={problems.hold}
          onChange={(next) => onChange({ hold: next })}
        />
      )}
      {kind === 'limit' && <ClearLine {...props} unit={variable?.unit ?? ''} />}
      {kind === 'limit' && (
        <HoldLine
          label={t`Clear after how long`}
          addLabel={t`clear only after a while`}
          line={(duration) => <Trans>and has been for {duration}</Trans>}
          value={clear}
          problem={problems.clear}
          onChange={(next) => onChange({ clear: next })}
        />
      )}
    </>
  );
}

type KindFieldsProps = ConditionFieldsProps & { unit: string };

/** The fields of one kind of condition. */
function KindFields({ draft, suggestion, variables, unit, onChange }: KindFieldsProps) {
  const limits = limitsOf(draft, suggestion);
  const value = (
    <SelectField
      label={t`Watched value`}
      hideLabel
      placeholder={t`Choose a value`}
      options={variables.map(({ key: id, label, last }) => ({ id, label, detail: last }))}
      value={draft.key || null}
      onChange={(id) => onChange({ key: id, limits: null, amount: null })}
    />
  );
  const side = (
    <SelectField
      label={t`Side of the limit`}
      hideLabel
      options={sides()}
      value={draft.comparison}
      onChange={(comparison) => onChange({ comparison, limits: null })}
    />
  );
  const limit = (
    <span className="line-figure">
      <NumberBox
        label={t`Limit`}
        isSigned
        value={limits.threshold}
        onChange={(threshold) => onChange({ limits: { ...draft.limits, threshold } })}
      />
      {unit && <span>{unit}</span>}
    </span>
  );
  const span = <DurationBox label={t`Time`} value={draft.span} onChange={(next) => onChange({ span: next })} />;
  switch (draft.kind) {
    case 'limit':
      return (
        <Trans>
          {value} is {side} {limit}
        </Trans>
      );
    case 'forecast':
      return (
        <Trans>
          {value} will be {side} {limit} within {span} at its current rate
        </Trans>
      );
    case 'change': {
      const direction = (
        <SelectField
          label={t`Direction`}
          hideLabel
          options={directions()}
          value={draft.direction}
          onChange={(next) => onChange({ direction: next })}
        />
      );
      const amount = (
        <span className="line-figure">
          <NumberBox
            label={t`By how much`}
            value={amountOf(draft, suggestion)}
            onChange={(next) => onChange({ amount: next })}
          />
          {unit && <span>{unit}</span>}
        </span>
      );
      return (
        <Trans>
          {value} {direction} by {amount} or more within {span}
        </Trans>
      );
    }
    case 'stuck': {
      const tolerance = (
        <span className="line-figure">
          <NumberBox label={t`Tolerance`} value={draft.tolerance} onChange={(next) => onChange({ tolerance: next })} />
          {unit && <span>{unit}</span>}
        </span>
      );
      return (
        <Trans>
          {value} does not change by more than {tolerance} for {span}
        </Trans>
      );
    }
    case 'unusual': {
      const times = (
        <NumberBox label={t`Times the usual`} value={draft.times} onChange={(next) => onChange({ times: next })} />
      );
      return (
        <Trans>
          {value} is {times} times further than usual from its value at this hour
        </Trans>
      );
    }
    case 'silent':
      return <SilenceFields draft={draft} onChange={onChange} />;
    case 'signal':
      return (
        <Trans>
          the Wi-Fi signal is below{' '}
          <span className="line-figure">
            <NumberBox label={t`Signal`} isSigned value={draft.signal} onChange={(signal) => onChange({ signal })} />{' '}
            dBm
          </span>
        </Trans>
      );
    case 'command-failed':
      return <span>{t`the board does not carry out a command`}</span>;
    case 'update-failed':
      return <span>{t`the board does not start with its new firmware`}</span>;
  }
}

const silences = () =>
  [
    { id: 'usual', label: t`much longer than usual` },
    { id: 'time', label: t`a time` },
  ] as const;

function SilenceFields({ draft: { silence }, onChange }: Pick<KindFieldsProps, 'draft' | 'onChange'>) {
  return (
    <>
      <Trans>
        nothing arrives for{' '}
        <SelectField
          label={t`How long nothing arrives`}
          hideLabel
          options={silences()}
          value={silence === null ? 'usual' : 'time'}
          onChange={(id) => onChange({ silence: id === 'usual' ? null : { amount: '30', unit: 'minutes' } })}
        />
      </Trans>
      {silence && <DurationBox label={t`Time`} value={silence} onChange={(next) => onChange({ silence: next })} />}
    </>
  );
}

type HoldLineProps = {
  label: string;
  /** The text around the length of time. */
  line: (duration: ReactNode) => ReactNode;
  addLabel: string;
  value: DurationDraft | null;
  problem: string | undefined;
  onChange: (value: DurationDraft | null) => void;
};

/** A length of time that can be left out. */
function HoldLine({ label, line, addLabel, value, problem, onChange }: HoldLineProps) {
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
      {line(<DurationBox label={label} value={value} onChange={onChange} />)}
    </Line>
  );
}

/** The way back: where the alert clears, so that noise at the limit does not make many of one. */
function ClearLine({ draft, suggestion, unit, problems, onChange }: KindFieldsProps) {
  const limits = limitsOf(draft, suggestion);
  const { threshold, release } = limits;
  if (release === null) {
    return (
      <Button
        className="rule-editor-add"
        size="small"
        variant="ghost"
        icon={IconPlus}
        onClick={() => onChange({ limits: { ...limits, release: threshold } })}
      >
        {t`clear at another value`}
      </Button>
    );
  }
  const value = (
    <span className="line-figure">
      <NumberBox
        label={t`It clears at`}
        isSigned
        value={release}
        onChange={(next) => onChange({ limits: { ...limits, release: next } })}
      />
      {unit && <span>{unit}</span>}
    </span>
  );
  return (
    <Line
      label={t`When it clears`}
      problem={problems.release}
      removeLabel={t`Clear at the limit itself`}
      onRemove={() => onChange({ limits: { ...limits, release: null } })}
    >
      {draft.comparison === '>' ? (
        <Trans>it clears at {value} or below</Trans>
      ) : (
        <Trans>it clears at {value} or above</Trans>
      )}
    </Line>
  );
}
