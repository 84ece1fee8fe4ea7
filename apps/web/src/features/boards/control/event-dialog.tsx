import type { BoardEvent, EventSettings, EventWidget } from '@cyno/contract';
import { t } from '@lingui/core/macro';
import { useState } from 'react';
import { failureText } from '../../../lib/api/failure-text.ts';
import { typedNumber } from '../../../lib/format/typed-number.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { TextField } from '../../../ui/fields/field.tsx';
import { SelectField } from '../../../ui/fields/select-field.tsx';
import { Switch } from '../../../ui/fields/switch.tsx';
import { Dialog } from '../../../ui/overlays/dialog.tsx';
import { useSetUp } from './control-calls.ts';
import './set-up.css';

const widgets = (): readonly { id: EventWidget; label: string }[] => [
  { id: 'button', label: t`Button (sends 1)` },
  { id: 'switch', label: t`Switch (0 or 1)` },
  { id: 'slider', label: t`Slider` },
  { id: 'number', label: t`Number` },
  { id: 'text', label: t`Text` },
  { id: 'choice', label: t`List of choices` },
];

const limitLabels = { min: () => t`Minimum`, max: () => t`Maximum`, step: () => t`Step` };

/** Null: there is no such limit; NaN: what is typed is no number. */
const limitOf = (text: string): number | null => (text.trim() === '' ? null : typedNumber(text));

type Limits = Pick<EventSettings, 'min' | 'max' | 'step'>;

function limitErrors({ min, max, step }: Limits): Record<keyof Limits, string | null> {
  const notANumber = (limit: number | null) => (Number.isNaN(limit) ? t`Enter a number, such as 1000 or 21.5.` : null);
  const isCrossed = min !== null && max !== null && min >= max;
  return {
    min: notANumber(min),
    max: notANumber(max) ?? (isCrossed ? t`Enter a number above the minimum.` : null),
    step: notANumber(step) ?? (step !== null && step <= 0 ? t`Enter a number above 0.` : null),
  };
}

const settingsOf = ({ label, widget, min, max, step, choices, locked, momentary }: BoardEvent): EventSettings => ({
  label,
  widget,
  min,
  max,
  step,
  choices,
  locked,
  momentary,
});

type EventDialogProps = { espid: string; event: BoardEvent; onClose: () => void };

/** Sets up how an event of the sketch is operated. */
export function EventDialog({ espid, event, onClose }: EventDialogProps) {
  const [draft, setDraft] = useState({
    label: event.label ?? '',
    widget: event.widget,
    min: event.min?.toString() ?? '',
    max: event.max?.toString() ?? '',
    step: event.step?.toString() ?? '',
    choices: event.choices.join(', '),
    locked: event.locked,
    momentary: event.momentary,
  });
  const change = (part: Partial<typeof draft>) => setDraft({ ...draft, ...part });
  const setUp = useSetUp(espid);
  const target = { kind: 'event', target: event.name } as const;
  const hasRange = draft.widget === 'slider' || draft.widget === 'number';
  const typed: Limits = { min: limitOf(draft.min), max: limitOf(draft.max), step: limitOf(draft.step) };
  const errors = limitErrors(typed);
  const isWrong = hasRange && Object.values(errors).some((error) => error !== null);
  // Limits that are not on the screen stay as they are.
  const { min, max, step } = hasRange ? typed : event;
  const settings: EventSettings = {
    ...draft,
    label: draft.label.trim() || null,
    min,
    max,
    step,
    choices: draft.choices
      .split(',')
      .map((word) => word.trim())
      .filter(Boolean),
  };
  const save = () => setUp.mutate({ ...target, settings, isRemoval: false }, { onSuccess: onClose });
  const remove = () =>
    setUp.mutate({ ...target, settings: settingsOf(event), isRemoval: true }, { onSuccess: onClose });
  return (
    <Dialog
      title={t`Event ${{ name: event.name }}`}
      isOpen
      onClose={onClose}
      actions={
        <>
          <Button variant="ghost" busy={setUp.isPending} onClick={remove}>
            {t`Remove`}
          </Button>
          <Button onClick={onClose}>{t`Cancel`}</Button>
          <Button variant="primary" busy={setUp.isPending} disabled={isWrong} onClick={save}>
            {t`Save`}
          </Button>
        </>
      }
    >
      <div className="set-up">
        <TextField
          label={t`Display name`}
          maxLength={40}
          placeholder={event.name}
          value={draft.label}
          onChange={({ currentTarget }) => change({ label: currentTarget.value })}
        />
        <SelectField
          label={t`Control type`}
          size="large"
          options={widgets()}
          value={draft.widget}
          onChange={(widget) => change({ widget, momentary: momentaryOf(widget, draft, event) })}
        />
        {hasRange && (
          <div className="set-up-pair">
            {(['min', 'max', 'step'] as const).map((part) => (
              <TextField
                key={part}
                label={limitLabels[part]()}
                inputMode={part === 'step' ? 'decimal' : 'text'}
                value={draft[part]}
                error={errors[part]}
                onChange={({ currentTarget }) => change({ [part]: currentTarget.value })}
              />
            ))}
          </div>
        )}
        {draft.widget === 'choice' && (
          <TextField
            label={t`Choices, separated by commas`}
            placeholder="auto, sleep, turbo"
            value={draft.choices}
            onChange={({ currentTarget }) => change({ choices: currentTarget.value })}
          />
        )}
        <Switch label={t`Ask before sending`} checked={draft.locked} onChange={(locked) => change({ locked })} />
        <Switch
          label={t`Do not send again when the board starts`}
          checked={draft.momentary}
          onChange={(momentary) => change({ momentary })}
        />
        {setUp.isError && (
          <p className="set-up-error" role="alert">
            {failureText(setUp.error)}
          </p>
        )}
      </div>
    </Dialog>
  );
}

/** A button is for a moment; what stops being one is as it was before it became one. */
function momentaryOf(widget: EventWidget, draft: Pick<BoardEvent, 'widget' | 'momentary'>, event: BoardEvent): boolean {
  if (widget === 'button') return true;
  if (draft.widget !== 'button') return draft.momentary;
  return event.widget !== 'button' && event.momentary;
}
