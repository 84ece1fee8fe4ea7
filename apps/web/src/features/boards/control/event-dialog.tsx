import type { BoardEvent, EventSettings, EventWidget } from '@cyno/contract';
import { t } from '@lingui/core/macro';
import { useState } from 'react';
import { failureText } from '../../../lib/api/failure-text.ts';
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

const numberOf = (text: string): number | null => (text.trim() === '' ? null : Number(text));

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
  const save = (settings: EventSettings | null) =>
    setUp.mutate({ kind: 'event', target: event.name, settings }, { onSuccess: onClose });
  const settings: EventSettings = {
    ...draft,
    label: draft.label.trim() || null,
    min: numberOf(draft.min),
    max: numberOf(draft.max),
    step: numberOf(draft.step),
    choices: draft.choices
      .split(',')
      .map((word) => word.trim())
      .filter(Boolean),
  };
  const hasRange = draft.widget === 'slider' || draft.widget === 'number';
  return (
    <Dialog
      title={t`Event ${{ name: event.name }}`}
      isOpen
      onClose={onClose}
      actions={
        <>
          <Button variant="ghost" onClick={() => save(null)}>
            {t`Remove`}
          </Button>
          <Button onClick={onClose}>{t`Cancel`}</Button>
          <Button variant="primary" busy={setUp.isPending} onClick={() => save(settings)}>
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
          onChange={(widget) => change({ widget })}
        />
        {hasRange && (
          <div className="set-up-pair">
            {(['min', 'max', 'step'] as const).map((part) => (
              <TextField
                key={part}
                label={limitLabels[part]()}
                inputMode="decimal"
                value={draft[part]}
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
