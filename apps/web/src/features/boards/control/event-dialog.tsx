import type { BoardEvent, EventSettings, EventWidget } from '@cyno/contract';
import { useState } from 'react';
import { Button } from '../../../ui/buttons/button.tsx';
import { TextField } from '../../../ui/fields/field.tsx';
import { SelectField } from '../../../ui/fields/select-field.tsx';
import { Switch } from '../../../ui/fields/switch.tsx';
import { Dialog } from '../../../ui/overlays/dialog.tsx';
import { useSetUp } from './control-calls.ts';
import './set-up.css';

const widgets: readonly { id: EventWidget; label: string }[] = [
  { id: 'button', label: 'Button, sends 1' },
  { id: 'switch', label: 'Switch, 0 or 1' },
  { id: 'slider', label: 'Slider' },
  { id: 'number', label: 'Number' },
  { id: 'text', label: 'Text' },
  { id: 'choice', label: 'Choice of words' },
];

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
      title={`Event ${event.name}`}
      isOpen
      onClose={onClose}
      actions={
        <>
          <Button variant="ghost" onClick={() => save(null)}>
            Remove
          </Button>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="primary" busy={setUp.isPending} onClick={() => save(settings)}>
            Save
          </Button>
        </>
      }
    >
      <div className="set-up">
        <TextField
          label="Name to show"
          maxLength={40}
          placeholder={event.name}
          value={draft.label}
          onChange={({ currentTarget }) => change({ label: currentTarget.value })}
        />
        <SelectField
          label="Operated by"
          size="large"
          options={widgets}
          value={draft.widget}
          onChange={(widget) => change({ widget })}
        />
        {hasRange && (
          <div className="set-up-pair">
            {(['min', 'max', 'step'] as const).map((part) => (
              <TextField
                key={part}
                label={{ min: 'Lowest', max: 'Highest', step: 'Step' }[part]}
                inputMode="decimal"
                value={draft[part]}
                onChange={({ currentTarget }) => change({ [part]: currentTarget.value })}
              />
            ))}
          </div>
        )}
        {draft.widget === 'choice' && (
          <TextField
            label="Words, with commas between them"
            placeholder="auto, sleep, turbo"
            value={draft.choices}
            onChange={({ currentTarget }) => change({ choices: currentTarget.value })}
          />
        )}
        <Switch label="Ask before it is sent" checked={draft.locked} onChange={(locked) => change({ locked })} />
        <Switch
          label="For the moment only: not sent again when the board starts"
          checked={draft.momentary}
          onChange={(momentary) => change({ momentary })}
        />
        {setUp.isError && (
          <p className="set-up-error" role="alert">
            {setUp.error.message}
          </p>
        )}
      </div>
    </Dialog>
  );
}
