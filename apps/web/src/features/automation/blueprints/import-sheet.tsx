import { type Blueprint, type BlueprintValue, type Device, type FilledBlueprint, ownDeviceInput } from '@cyno/contract';
import { t } from '@lingui/core/macro';
import { useMutation, useQueries, useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { failureText } from '../../../lib/api/failure-text.ts';
import { useUnsavedChanges } from '../../../lib/browser/unsaved-changes.ts';
import { useSettled } from '../../../lib/browser/use-settled.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { TextField } from '../../../ui/fields/field.tsx';
import { Switch } from '../../../ui/fields/switch.tsx';
import { CloseQuestion } from '../../../ui/overlays/close-question.tsx';
import { Sheet } from '../../../ui/overlays/dialog.tsx';
import { FormNote } from '../../../ui/status/form-note.tsx';
import { controlQuery } from '../../boards/control/index.ts';
import { filledQuery } from './blueprint-calls.ts';
import { ChooseBlueprint } from './choose-blueprint.tsx';
import { deviceOf, type FillState, type InputDraft, problemOf, valuesOf } from './input-drafts.ts';
import { InputField } from './input-field.tsx';
import './blueprints.css';

const restMs = 400;

/** What an import begins with; null: it is pasted, or read from a file. */
export type ImportStart = Blueprint | null;

/** What is stored of an import. */
type Imported = { name: string; enabled: boolean; filled: FilledBlueprint };

type ImportSheetProps = {
  kind: Blueprint['kind'];
  start: ImportStart;
  /** The device that an automation is for; null: a scene, which may have several. */
  device: Device | null;
  /** Those that can be chosen for the other inputs. */
  devices: readonly Device[];
  /** Of its times of day; null: a scene, which has none. */
  timeZone: string | null;
  /** What would be stored, before it is. */
  preview: (filled: FilledBlueprint) => ReactNode;
  save: (imported: Imported) => Promise<unknown>;
  onClose: () => void;
};

/** Makes an automation or a scene of a blueprint: chooses it, fills it in, shows what it becomes, and stores it. */
export function ImportSheet({ start, onClose, ...props }: ImportSheetProps) {
  const [blueprint, setBlueprint] = useState<Blueprint | null>(start);
  if (blueprint) {
    return <FillSheet {...props} blueprint={blueprint} onBack={() => setBlueprint(null)} onClose={onClose} />;
  }
  return (
    <Sheet
      title={t`Start from a blueprint`}
      size="wide"
      isOpen
      onClose={onClose}
      footer={<Button onClick={onClose}>{t`Cancel`}</Button>}
    >
      <div className="blueprint-form">
        <ChooseBlueprint kind={props.kind} onChoose={setBlueprint} />
      </div>
    </Sheet>
  );
}

type FillSheetProps = Omit<ImportSheetProps, 'start'> & { blueprint: Blueprint; onBack: () => void };

function FillSheet({ blueprint, kind, device, devices, timeZone, preview, save, onBack, onClose }: FillSheetProps) {
  const [drafts, setDrafts] = useState<ReadonlyMap<string, InputDraft>>(new Map());
  const [name, setName] = useState(blueprint.name);
  const [enabled, setEnabled] = useState(true);
  const [wasTried, setTried] = useState(false);
  /** What leaves the sheet once that is confirmed. */
  const [leaving, setLeaving] = useState<{ leave: () => void } | null>(null);
  const state = useFillState(blueprint, { device, devices, drafts });
  const values = valuesOf(state);
  const text = JSON.stringify(blueprint);
  const { filled, problem } = useFilled(text, values);
  const client = useQueryClient();
  const storing = useMutation({
    // What was typed last may not be previewed yet.
    mutationFn: async (chosen: readonly BlueprintValue[]) =>
      save({ name: name.trim(), enabled, filled: await client.fetchQuery(filledQuery(text, chosen)) }),
  });
  const isChanged = drafts.size > 0 || name !== blueprint.name || !enabled;
  useUnsavedChanges(isChanged && !storing.isSuccess);
  const leaveBy = (leave: () => void) => (isChanged ? setLeaving({ leave }) : leave());
  const isWrong = blueprint.inputs.some((input) => problemOf(state, input) !== null);
  const lack = isWrong ? t`Fix the marked fields above.` : t`Fill in the missing fields above.`;
  const missing = wasTried && values === null ? lack : null;
  const refusal = storing.error ? failureText(storing.error) : missing;
  const change = (id: string, draft: InputDraft) => {
    if (storing.isError) storing.reset();
    setDrafts((before) => new Map(before).set(id, draft));
  };
  const keep = () => {
    setTried(true);
    // One that was closed meanwhile must not close what was opened after it.
    if (values) storing.mutate(values, { onSuccess: onClose });
  };
  return (
    <Sheet
      title={blueprint.name}
      size="wide"
      isOpen
      onClose={() => leaveBy(onClose)}
      footer={
        <>
          <p className="blueprint-message" role="alert">
            {refusal}
          </p>
          <Button onClick={() => leaveBy(onBack)}>{t`Back`}</Button>
          <Button variant="primary" busy={storing.isPending} onClick={keep}>
            {t`Save`}
          </Button>
        </>
      }
    >
      <div className="blueprint-form">
        {blueprint.description !== '' && <p className="blueprint-description">{blueprint.description}</p>}
        <div className="blueprint-inputs">
          {blueprint.inputs.map((input) => (
            <InputField
              key={input.id}
              input={input}
              state={state}
              timeZone={timeZone}
              problem={wasTried ? problemOf(state, input) : null}
              onChange={(draft) => change(input.id, draft)}
            />
          ))}
        </div>
        {problem && <FormNote kind="error">{problem}</FormNote>}
        {filled && preview(filled)}
        <TextField
          label={kind === 'scene' ? t`Name` : t`Name (optional)`}
          maxLength={60}
          autoComplete="off"
          value={name}
          onChange={({ currentTarget }) => setName(currentTarget.value)}
        />
        {kind === 'automation' && <Switch label={t`Turn on now`} checked={enabled} onChange={setEnabled} />}
      </div>
      {leaving && (
        <CloseQuestion onStay={() => setLeaving(null)} onClose={leaving.leave}>
          {t`What you filled in will be lost.`}
        </CloseQuestion>
      )}
    </Sheet>
  );
}

type Chosen = { device: Device | null; devices: readonly Device[]; drafts: ReadonlyMap<string, InputDraft> };

/** With the outputs and events of the devices that are chosen. */
function useFillState({ inputs }: Blueprint, { device, devices, drafts }: Chosen): FillState {
  const state: FillState = { inputs, drafts, devices, ownEspid: device?.espid ?? null, controls: new Map() };
  const operated = inputs.flatMap((input) => (input.kind === 'output' || input.kind === 'event' ? input.device : []));
  const espids = [...new Set([ownDeviceInput, ...operated].flatMap((id) => deviceOf(state, id)?.espid ?? []))];
  const controls = useQueries({ queries: espids.map((espid) => controlQuery(espid)) });
  const known = espids.flatMap((espid, index) => {
    const control = controls[index]?.data;
    return control ? [[espid, control] as const] : [];
  });
  return { ...state, controls: new Map(known) };
}

/** What the blueprint becomes with what is chosen; nothing while something is missing. */
function useFilled(text: string, values: BlueprintValue[] | null) {
  const settled = useSettled(values, restMs);
  const { data, error } = useQuery({ ...filledQuery(text, settled ?? []), enabled: settled !== null });
  return settled === null
    ? { filled: undefined, problem: null }
    : { filled: error ? undefined : data, problem: error && failureText(error) };
}
