import type { AlertRule, AlertSeverity, Device } from '@cyno/contract';
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { IconBattery1 } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ApiError } from '../../../../lib/api/api-client.ts';
import { failureText } from '../../../../lib/api/failure-text.ts';
import { useUnsavedChanges } from '../../../../lib/browser/unsaved-changes.ts';
import { useSettled } from '../../../../lib/browser/use-settled.ts';
import { formatValue } from '../../../../lib/format/format.ts';
import { typedNumber } from '../../../../lib/format/typed-number.ts';
import { Button } from '../../../../ui/buttons/button.tsx';
import { TextField } from '../../../../ui/fields/field.tsx';
import { SelectField } from '../../../../ui/fields/select-field.tsx';
import { CloseQuestion } from '../../../../ui/overlays/close-question.tsx';
import { Sheet } from '../../../../ui/overlays/dialog.tsx';
import type { SeenDevice } from '../../../boards/devices/index.ts';
import { Line, SentenceView } from '../../definitions/index.ts';
import { useSaveRule } from '../rules/rule-calls.ts';
import { isInScope, keyOf, type RuleNames, variableIn } from '../rules/rule-scope.ts';
import { ruleSentence } from '../rules/rule-sentence.ts';
import { severities } from '../severity.ts';
import { ConditionFields, type VariableChoice } from './condition-fields.tsx';
import { DryRunView } from './dry-run-view.tsx';
import { lowBatteryOf } from './low-battery.ts';
import {
  draftOfRule,
  emptyRule,
  type Limits,
  limitsOf,
  movedLimits,
  type RuleDraft,
  type RuleProblems,
  requestOfDraft,
  ruleOf,
  serverRemarks,
  watchesVariable,
} from './rule-draft.ts';
import './rule-editor.css';
import { recentRangeQuery } from './rule-queries.ts';
import { ScopeFields } from './scope-fields.tsx';
import { suggestionOf } from './suggestion.ts';

const restMs = 400;

type RuleEditorProps = {
  /** The device whose page it is opened on; null: the page of all rules. */
  device: SeenDevice | null;
  names: RuleNames;
  /** The rule that is changed; null: it becomes a new one. */
  rule: AlertRule | null;
  onClose: () => void;
};

/** Writes a rule as a sentence with fields in it, and shows at once what it would have done. */
export function RuleEditor({ device, names, rule, onClose }: RuleEditorProps) {
  const [start] = useState(() => (rule ? draftOfRule(rule) : newRule(device, names.devices)));
  const [draft, setDraft] = useState(start);
  const [triedOn, setTriedOn] = useState(device?.espid ?? null);
  const [isConfirming, setConfirming] = useState(false);
  const [wasTried, setTried] = useState(false);
  const save = useSaveRule();
  const isChanged = JSON.stringify(draft) !== JSON.stringify(start);
  useUnsavedChanges(isChanged && !save.isSuccess);

  const inScope = devicesFor(draft, names.devices);
  const candidates = inScope.filter((each) => !watchesVariable(draft.kind) || hasVariable(each, draft.key));
  const sample = candidates.find(({ espid }) => espid === triedOn) ?? candidates[0];
  const usual = candidates.find(({ espid }) => espid === device?.espid) ?? candidates[0];
  const { suggestion, isFetching } = useSuggestion(usual, draft);
  const lacksRelease = draft.kind === 'limit' && draft.limits?.release === undefined;
  const { scope, condition, isRight, problems } = ruleOf(draft, suggestion);
  const settled = useSettled(condition, restMs);
  const limits = limitsOf(draft, suggestion);
  const visible: RuleProblems = { ...(wasTried && problems), ...refusalOf(save.error).problems };

  const change = (part: Partial<RuleDraft>) => {
    save.reset();
    setDraft((before) => ({ ...before, ...part }));
  };
  const leave = () => (isChanged ? setConfirming(true) : onClose());
  const keep = () => {
    setTried(true);
    if (!isRight || !condition) return;
    const edited = requestOfDraft(draft, { scope, condition }, rule);
    save.mutate(
      // It may be switched off meanwhile, and stays so.
      rule ? { id: rule.id, request: edited } : { id: null, request: { ...edited, enabled: true } },
      { onSuccess: onClose },
    );
  };
  const settledKey = settled && keyOf(settled);
  const lowBattery = lowBatteryOf(inScope);
  const label = lowBattery?.label;
  return (
    <Sheet
      title={rule ? t`Edit rule` : t`New rule`}
      size="wide"
      isOpen
      onClose={leave}
      footer={
        <EditorFooter
          message={wasTried && !isRight ? t`Fix the marked fields above.` : refusalOf(save.error).message}
          busy={save.isPending || (isFetching && lacksRelease)}
          onCancel={leave}
          onSave={keep}
        />
      }
    >
      <div className="rule-editor">
        {!rule && lowBattery && draft.key !== lowBattery.draft.key && (
          <p className="rule-editor-suggestion">
            <Trans>
              Suggested:{' '}
              <Button size="small" icon={IconBattery1} onClick={() => change(lowBattery.draft)}>
                {label}
              </Button>
            </Trans>
          </p>
        )}
        <ConditionFields
          draft={draft}
          suggestion={suggestion}
          variables={variablesOf(inScope)}
          problems={visible}
          onChange={change}
        />
        <ScopeFields draft={draft} names={names} device={device} problem={visible.scope} onChange={change} />
        <Line label={t`Severity`}>
          <Trans>
            raise{' '}
            <SelectField
              label={t`Severity`}
              hideLabel
              options={severities.map(({ id, label }) => ({ id, label, detail: severityNote(id) }))}
              value={draft.severity}
              onChange={(severity) => change({ severity })}
            />{' '}
            alert
          </Trans>
        </Line>
        <TextField
          className="rule-editor-name"
          label={t`Name (optional)`}
          maxLength={60}
          autoComplete="off"
          error={visible.name ?? null}
          value={draft.name}
          onChange={({ currentTarget }) => change({ name: currentTarget.value })}
        />
        {isRight && condition && (
          <p className="rule-editor-sentence">
            <SentenceView
              parts={ruleSentence({ severity: draft.severity, scope, condition }, names, device?.espid ?? null)}
            />
          </p>
        )}
        {settled && sample && (
          <DryRunView
            espid={sample.espid}
            devices={candidates}
            onDevice={setTriedOn}
            condition={settled}
            severity={draft.severity}
            variable={settledKey === null ? null : variableIn(scope, settledKey, [sample])}
            limits={{
              threshold: limitNow(draft, limits.threshold),
              release: draft.kind === 'limit' ? limitNow(draft, limits.release) : null,
              onThreshold: (limit) => change({ limits: movedLimits(limits, String(limit)) }),
              onRelease: (limit) => change({ limits: movedRelease(draft, limits, limit) }),
            }}
          />
        )}
      </div>
      {isConfirming && (
        <CloseQuestion onStay={() => setConfirming(false)} onClose={onClose}>
          {t`Your changes to this rule will be lost.`}
        </CloseQuestion>
      )}
    </Sheet>
  );
}

const severityNote = (severity: AlertSeverity): string =>
  ({
    info: t`shown here only`,
    warning: t`people are notified once`,
    critical: t`people are notified until someone acknowledges it`,
  })[severity];

type EditorFooterProps = { message: string | null; busy: boolean; onCancel: () => void; onSave: () => void };

function EditorFooter({ message, busy, onCancel, onSave }: EditorFooterProps) {
  return (
    <>
      <p className="rule-editor-message" role="alert">
        {message}
      </p>
      <Button onClick={onCancel}>{t`Cancel`}</Button>
      <Button variant="primary" busy={busy} onClick={onSave}>
        {t`Save`}
      </Button>
    </>
  );
}

/** A rule begins with a number of the device, or of any one, so that it is a sentence that makes sense. */
function newRule(device: Device | null, devices: readonly Device[]): RuleDraft {
  const variables = device?.variables ?? devices.flatMap((each) => each.variables);
  const key = variables.find(({ value }) => typeof value === 'number')?.key;
  const kind = key === undefined ? 'silent' : 'limit';
  return { ...emptyRule, kind, key: key ?? '', ...(device && { scope: 'devices', espids: [device.espid] }) };
}

const hasVariable = (device: Device, key: string): boolean => device.variables.some((each) => each.key === key);

/** The devices that the fields mean; all of them while it is not yet chosen which. */
function devicesFor(draft: RuleDraft, devices: readonly Device[]): readonly Device[] {
  const { scope, problems } = ruleOf(draft, null);
  if (problems.scope !== undefined) return devices;
  return devices.filter((device) => isInScope(scope, device));
}

const maxVariables = 200;

/** The numbers and switches of devices, each key once. */
function variablesOf(devices: readonly Device[]): VariableChoice[] {
  const choices = new Map<string, VariableChoice>();
  for (const { variables } of devices) {
    for (const { key, label, unit, value, decimals } of variables) {
      if (choices.size >= maxVariables || choices.has(key) || typeof value === 'string') continue;
      choices.set(key, { key, label, unit, last: `${formatValue(value, decimals)} ${unit}`.trim() });
    }
  }
  return [...choices.values()];
}

/**
 * Limits from the recent range of the variable on a device; null while they are not known. Once a limit is typed they stay those of its
 * device, so that where the alert clears does not move when other devices are chosen.
 */
function useSuggestion(device: Device | undefined, { kind, key, comparison, limits }: RuleDraft) {
  const [espid, setEspid] = useState(device?.espid);
  const isHeld = limits !== null && espid !== undefined;
  if (!isHeld && espid !== device?.espid) setEspid(device?.espid);
  const { data, isLoading } = useQuery({
    ...recentRangeQuery(espid ?? '', key),
    enabled: espid !== undefined && watchesVariable(kind) && key !== '',
  });
  return { suggestion: data ? suggestionOf(data, comparison) : null, isFetching: isLoading };
}

function limitNow({ kind }: RuleDraft, typed: string | null): number | null {
  const limit = typedNumber(typed ?? '');
  return (kind === 'limit' || kind === 'forecast') && Number.isFinite(limit) ? limit : null;
}

/** The way back ends at the limit itself: beyond it the alert would never clear. */
function movedRelease({ comparison }: RuleDraft, { threshold }: Limits, release: number): Limits {
  const limit = typedNumber(threshold);
  const nearest = comparison === '>' ? Math.min(release, limit) : Math.max(release, limit);
  return { threshold, release: String(Number.isFinite(nearest) ? nearest : release) };
}

/** A refusal of the server: at the parts that it is about, else as a sentence. */
function refusalOf(error: Error | null): { problems: RuleProblems; message: string | null } {
  if (!error) return { problems: {}, message: null };
  const problems = error instanceof ApiError ? serverRemarks(error.fields) : {};
  return { problems, message: Object.keys(problems).length > 0 ? null : failureText(error) };
}
