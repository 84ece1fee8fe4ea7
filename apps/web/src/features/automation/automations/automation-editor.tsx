import type { AlertRule, Automation, AutomationDefinition, ControlState, Device, Scene } from '@cyno/contract';
import { t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ApiError } from '../../../lib/api/api-client.ts';
import { failureText } from '../../../lib/api/failure-text.ts';
import { useUnsavedChanges } from '../../../lib/browser/unsaved-changes.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { TextField } from '../../../ui/fields/field.tsx';
import { Segmented } from '../../../ui/fields/segmented.tsx';
import { CloseQuestion } from '../../../ui/overlays/close-question.tsx';
import { Sheet } from '../../../ui/overlays/dialog.tsx';
import { useDeviceGroups } from '../../boards/device-groups/index.ts';
import type { SeenDevice } from '../../boards/devices/index.ts';
import { useDevices } from '../../boards/devices/index.ts';
import { type Draft, definitionOf, type Problems, serverProblems, useSaveAutomation } from '../definitions/index.ts';
import { ActionFields } from '../rules/index.ts';
import './automation-editor.css';
import { useSettled } from '../../../lib/browser/use-settled.ts';
import type { Names } from '../definitions/index.ts';
import { alertRulesQuery, previewQuery, scenesQuery } from '../definitions/index.ts';
import { conditionOn, RuleFields, StepFields, type Watchable, WhileRunningField, watchable } from '../rules/index.ts';
import { TimerFields } from '../timers/index.ts';
import { DryRunView } from './dry-run/dry-run-view.tsx';
import { isDone } from './is-done.ts';
import { PreviewBox } from './preview-box.tsx';

const kinds = () =>
  [
    { id: 'timer', label: t`Timer` },
    { id: 'rule', label: t`Rule` },
  ] as const;
const restMs = 400;

type AutomationEditorProps = {
  device: Device;
  control: ControlState | undefined;
  names: Names;
  timeZone: string;
  start: Draft;
  /** The automation that is changed; null: it becomes a new one. */
  automation: Automation | null;
  onClose: () => void;
};

/** Writes an automation as a sentence with fields in it, and shows at once where it will run and what it would have done. */
export function AutomationEditor(props: AutomationEditorProps) {
  const { device, control, names, timeZone, start, automation, onClose } = props;
  const { espid } = device;
  const [draft, setDraft] = useState(start);
  const [isConfirming, setConfirming] = useState(false);
  const [wasTried, setTried] = useState(false);
  const [hasTypedPlace, setHasTypedPlace] = useState(false);
  const { definition, problems } = definitionOf(draft, control);
  const settled = useSettled(definition, restMs);
  const preview = usePreview(espid, settled, automation?.id ?? null);
  const save = useSaveAutomation(espid);
  const sources = useWatchable(device);
  const { devices } = sources;
  const scenes = useUsableScenes(device);
  const isChanged = hasTypedPlace || JSON.stringify(draft) !== JSON.stringify(start);
  useUnsavedChanges(isChanged && !save.isSuccess);

  const change = (part: Partial<Draft>) => {
    save.reset();
    setDraft((before) => ({ ...before, ...part }));
  };
  const own: Problems = hasTypedPlace ? { ...problems, at: t`Save the location first.` } : problems;
  const visible: Problems = { ...(wasTried && own), ...preview.problems, ...refusalOf(save.error).problems };
  const saved = hasTypedPlace ? null : definition;
  const keep = () => {
    setTried(true);
    if (!saved) return;
    const edited = { name: draft.name.trim() || null, definition: saved };
    save.mutate(
      automation
        ? {
            id: automation.id,
            request: { ...edited, ...(isRevived(automation, saved, timeZone) && { enabled: true }) },
          }
        : { id: null, request: { ...edited, enabled: true } },
      { onSuccess: onClose },
    );
  };
  return (
    <Sheet
      title={automation ? t`Edit automation` : t`New automation`}
      size="wide"
      isOpen
      onClose={() => (isChanged ? setConfirming(true) : onClose())}
      footer={
        <EditorFooter
          message={wasTried && !saved ? t`Fix the marked fields above.` : refusalOf(save.error).message}
          busy={save.isPending}
          onCancel={() => (isChanged ? setConfirming(true) : onClose())}
          onSave={keep}
        />
      }
    >
      <div className="editor">
        <Segmented
          label={t`Kind of automation`}
          options={kinds()}
          value={draft.kind}
          onChange={(kind) => change({ kind, ...(kind === 'rule' && firstCondition(draft, devices)) })}
        />
        <p className="editor-kind">
          {draft.kind === 'timer'
            ? t`Does something at a time of the day.`
            : t`Watches values and does something when they pass a limit.`}
        </p>
        {draft.kind === 'timer' ? (
          <TimerParts
            device={device}
            watchable={sources}
            control={control}
            scenes={scenes}
            draft={draft}
            timeZone={timeZone}
            problems={visible}
            onChange={change}
            onPlaceTyped={setHasTypedPlace}
          />
        ) : (
          <RuleFields
            watchable={sources}
            control={control}
            scenes={scenes}
            draft={draft}
            timeZone={timeZone}
            problems={visible}
            onChange={change}
          />
        )}
        <TextField
          className="editor-name"
          label={t`Name (optional)`}
          maxLength={60}
          autoComplete="off"
          value={draft.name}
          onChange={({ currentTarget }) => change({ name: currentTarget.value })}
        />
        <PreviewBox
          espid={espid}
          names={names}
          timeZone={timeZone}
          definition={definition}
          preview={preview.data}
          refusal={preview.refusal}
        />
        {settled && preview.refusal === null && (
          <DryRunView espid={espid} names={names} timeZone={timeZone} definition={settled} />
        )}
      </div>
      {isConfirming && (
        <CloseQuestion onStay={() => setConfirming(false)} onClose={onClose}>
          {t`Your changes to this automation will be lost.`}
        </CloseQuestion>
      )}
    </Sheet>
  );
}

type TimerPartsProps = Parameters<typeof RuleFields>[0] &
  Pick<Parameters<typeof TimerFields>[0], 'device' | 'onPlaceTyped'>;

/** When a timer runs, what it does, and what follows. */
function TimerParts(props: TimerPartsProps) {
  const { device, watchable: sources, control, scenes, draft, timeZone, problems, onChange, onPlaceTyped } = props;
  return (
    <>
      <TimerFields
        device={device}
        draft={draft}
        timeZone={timeZone}
        problems={problems}
        onChange={onChange}
        onPlaceTyped={onPlaceTyped}
      />
      <ActionFields
        control={control}
        scenes={scenes}
        action={draft.action}
        problem={problems.action}
        onChange={(action) => onChange({ action })}
      />
      <StepFields
        label={t`What follows`}
        list="next"
        watchable={sources}
        timeZone={timeZone}
        control={control}
        scenes={scenes}
        steps={draft.next}
        problems={problems}
        onChange={(next) => onChange({ next })}
      />
      <WhileRunningField draft={draft} onChange={onChange} />
    </>
  );
}

/** Switched off by hand it stays so; one that switched itself off and gets another time now is on again. */
const isRevived = (automation: Automation, definition: AutomationDefinition, timeZone: string): boolean =>
  isDone(automation, timeZone) && !isDone({ ...automation, definition }, timeZone);

type EditorFooterProps = { message: string | null; busy: boolean; onCancel: () => void; onSave: () => void };

function EditorFooter({ message, busy, onCancel, onSave }: EditorFooterProps) {
  return (
    <>
      <p className="editor-message" role="alert">
        {message}
      </p>
      <Button onClick={onCancel}>{t`Cancel`}</Button>
      <Button variant="primary" busy={busy} onClick={onSave}>
        {t`Save`}
      </Button>
    </>
  );
}

/** A refusal of the server: at the parts that it is about, else as a sentence. */
function refusalOf(error: Error | null): { problems: Problems; message: string | null } {
  if (!error) return { problems: {}, message: null };
  const problems = error instanceof ApiError ? serverProblems(error.fields) : {};
  return { problems, message: Object.keys(problems).length > 0 ? null : failureText(error) };
}

function usePreview(espid: string, definition: AutomationDefinition | null, id: number | null) {
  const query = useQuery({
    // Without a definition nothing is requested; the key must be one all the same.
    ...previewQuery(espid, definition as AutomationDefinition, id),
    enabled: definition !== null,
  });
  const { problems, message } = refusalOf(definition === null ? null : query.error);
  return { data: query.isError ? undefined : query.data, problems, refusal: message };
}

/** The devices of this one's owner that have values to watch, this one first; of another account only this one is sure to be theirs. */
function useWatchable(own: SeenDevice): Watchable {
  const { data = [] } = useDevices();
  const groups = useDeviceGroups();
  const alertRules = useQuery(alertRulesQuery).data?.rules ?? noRules;
  const others = own.owner ? [] : data.filter(({ espid, pending }) => espid !== own.espid && !pending);
  const devices = [own, ...others].filter(({ variables }) => variables.some(watchable));
  return own.owner ? { devices, groups: null, alertRules: noRules } : { devices, groups, alertRules };
}

const noRules: AlertRule[] = [];
const noScenes: Scene[] = [];

/** The scenes that may be used on a device: those of its owner, by its owner. */
function useUsableScenes(own: SeenDevice): readonly Scene[] {
  const scenes = useQuery(scenesQuery).data?.scenes;
  return own.owner ? noScenes : (scenes ?? noScenes);
}

/** A rule begins with a condition, so that there is a sentence to change. */
function firstCondition({ conditions, groups }: Draft, [device]: readonly Device[]): Partial<Draft> {
  if (conditions.length + groups.length > 0 || !device) return {};
  return { conditions: [conditionOn(0, device.espid, device.variables.find(watchable))] };
}
