import type { ControlState, Scene } from '@cyno/contract';
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useState } from 'react';
import { TextField } from '../../../ui/fields/field.tsx';
import { SelectField } from '../../../ui/fields/select-field.tsx';
import { pinNoteText } from '../../boards/control/index.ts';
import type { ActionDraft, SwitchDraft, TargetOption } from '../definitions/index.ts';
import {
  actionFor,
  chosenOption,
  eventOf,
  Line,
  MessageBox,
  messageChoice,
  modesOf,
  otherEvent,
  targetOptions,
  ValueBox,
} from '../definitions/index.ts';

type ActionFieldsProps = {
  control: ControlState | undefined;
  /** The scenes that can be run. */
  scenes: readonly Pick<Scene, 'id' | 'name'>[];
  action: ActionDraft | null;
  problem: string | undefined;
  onChange: (action: ActionDraft) => void;
};

/** What is switched, and to what; or a message, or a scene. */
export function ActionFields({ control, scenes, action, problem, onChange }: ActionFieldsProps) {
  const options = targetOptions(control, action, scenes);
  if (action?.kind === 'notify') {
    return <MessageFields control={control} options={options} action={action} problem={problem} onChange={onChange} />;
  }
  if (action?.kind === 'scene') {
    return (
      <Line label={t`Action`} problem={problem} hint={t`Sets all outputs and events of the scene, on all its devices.`}>
        <Trans>
          run the scene{' '}
          <SelectField
            label={t`What to do`}
            hideLabel
            options={options}
            value={chosenOption(control, action)}
            onChange={(id) => onChange(actionFor(id, control))}
          />
        </Trans>
      </Line>
    );
  }
  return (
    <Line label={t`Action`} problem={problem} hint={action && pinNote(control, action)}>
      <SwitchParts control={control} options={options} action={action} onChange={onChange} />
    </Line>
  );
}

type SwitchPartsProps = {
  control: ControlState | undefined;
  options: readonly TargetOption[];
  action: SwitchDraft | null;
  onChange: (action: ActionDraft) => void;
};

/** The fields of an output or event and of the value that it gets. */
export function SwitchParts({ control, options, action, onChange }: SwitchPartsProps) {
  const event = action ? eventOf(control, action) : undefined;
  // On the way to another name, what is typed may be that of a known event.
  const [isNaming, setNaming] = useState(false);
  const chosen = action && (isNaming ? otherEvent : chosenOption(control, action));
  return (
    <>
      <span>{verbOf(action, event?.widget)}</span>
      <SelectField
        label={t`What to do`}
        hideLabel
        options={options}
        value={chosen}
        onChange={(id) => onChange(actionFor(id, control))}
      />
      {action?.kind === 'event' && chosen === otherEvent && (
        <TextField
          className="line-text"
          label={t`Name of the event`}
          hideLabel
          placeholder={t`Name of the event`}
          maxLength={32}
          autoComplete="off"
          value={action.name}
          onFocus={() => setNaming(true)}
          onBlur={() => setNaming(false)}
          onChange={({ currentTarget }) => onChange({ ...action, name: currentTarget.value })}
        />
      )}
      {action?.kind === 'output' && modesOf(control, action.pin).length > 1 && (
        <ModeBox modes={modesOf(control, action.pin)} action={action} onChange={onChange} />
      )}
      {action && event?.widget !== 'button' && !hasModeBox(control, action) && (
        <ValueBox
          label={t`Value`}
          action={action}
          event={event}
          value={action.value}
          onChange={(value) => onChange({ ...action, value })}
        />
      )}
    </>
  );
}

type MessageFieldsProps = Omit<ActionFieldsProps, 'scenes'> & {
  options: readonly TargetOption[];
  action: Extract<ActionDraft, { kind: 'notify' }>;
};

/** The message that the owner gets. */
function MessageFields({ control, options, action, problem, onChange }: MessageFieldsProps) {
  return (
    <Line
      label={t`Action`}
      problem={problem}
      hint={t`Goes to the contacts of the device's owner. Type ${{ brace: '{' }} to insert a value; ${{ device: '{device}' }} and ${{ value: '{value}' }} name what started the rule.`}
    >
      <SelectField
        label={t`What to do`}
        hideLabel
        options={options}
        value={messageChoice}
        onChange={(id) => onChange(actionFor(id, control))}
      />
      <MessageBox value={action.text} onChange={(text) => onChange({ kind: 'notify', text })} />
    </Line>
  );
}

/** What to know of a pin that nobody has set up. */
export function pinNote(control: ControlState | undefined, action: ActionDraft): string | null {
  if (action.kind !== 'output' || control?.outputs.some(({ pin }) => pin === action.pin)) return null;
  const note = control?.pins.find(({ pin }) => pin === action.pin)?.note;
  return note ? pinNoteText(note) : null;
}

/** Pins that can be driven in several ways offer on and off together with their levels. */
const hasModeBox = (control: ControlState | undefined, action: ActionDraft): boolean =>
  action.kind === 'output' && action.mode === 'digit' && modesOf(control, action.pin).length > 1;

function verbOf(action: ActionDraft | null, widget: string | undefined): string {
  if (widget === 'button') return t`press`;
  const isSwitched = action === null || (action.kind === 'output' && action.mode === 'digit') || widget === 'switch';
  return isSwitched ? t`turn` : t`set`;
}

type OutputDraft = Extract<ActionDraft, { kind: 'output' }>;
type ModeBoxProps = {
  modes: readonly OutputDraft['mode'][];
  action: OutputDraft;
  onChange: (action: OutputDraft) => void;
};

/** On, off, or one of the levels that a free pin can be driven to. */
function ModeBox({ modes, action, onChange }: ModeBoxProps) {
  const options = modes.flatMap((mode) =>
    mode === 'digit'
      ? [
          { id: 'digit 1', label: t`on` },
          { id: 'digit 0', label: t`off` },
        ]
      : [{ id: mode, label: mode === 'pwm' ? t`a level (PWM)` : t`a level (analogue)` }],
  );
  return (
    <SelectField
      label={t`On, off or a level`}
      hideLabel
      options={options}
      value={action.mode === 'digit' ? `digit ${action.value}` : action.mode}
      onChange={(id) => {
        const [mode = 'digit', value = '255'] = id.split(' ') as [OutputDraft['mode'], string?];
        onChange({ ...action, mode, value });
      }}
    />
  );
}
