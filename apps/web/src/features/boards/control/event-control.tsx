import type { BoardEvent } from '@cyno/contract';
import { t } from '@lingui/core/macro';
import { formatExact, noValue } from '../../../lib/format/format.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { TextField } from '../../../ui/fields/field.tsx';
import { SelectField } from '../../../ui/fields/select-field.tsx';
import { Slider } from '../../../ui/fields/slider.tsx';
import { Switch } from '../../../ui/fields/switch.tsx';
import { useDraft } from '../../../ui/fields/use-draft.ts';
import { switchLabel } from './output-text.ts';

type EventControlProps = {
  event: BoardEvent;
  disabled: boolean;
  /** Resolves to whether it was accepted. */
  onSend: (value: string) => Promise<boolean>;
};

/** How an event is operated, as it was set up. */
export function EventControl({ event, disabled, onSend }: EventControlProps) {
  const { name, label, widget, reported, wanted, choices } = event;
  const text = label ?? name;
  switch (widget) {
    case 'button':
      return (
        <Button aria-label={t`Press ${text}`} busy={wanted !== null} disabled={disabled} onClick={() => onSend('1')}>
          {t`Press`}
        </Button>
      );
    case 'switch':
      return (
        <Switch
          label={switchLabel(text, reported !== null)}
          hideLabel
          checked={reported === null ? null : reported === '1'}
          busy={wanted !== null}
          disabled={disabled}
          onChange={() => onSend((wanted ?? reported) === '1' ? '0' : '1')}
        />
      );
    case 'slider':
      return <EventSlider event={event} text={text} disabled={disabled} onSend={onSend} />;
    case 'choice':
      return (
        <SelectField
          label={text}
          hideLabel
          options={choices.map((id) => ({ id, label: id }))}
          value={wanted ?? reported}
          disabled={disabled}
          onChange={onSend}
        />
      );
    case 'number':
    case 'text':
      return <EventText event={event} text={text} disabled={disabled} onSend={onSend} />;
  }
}

function EventSlider({ event, text, disabled, onSend }: EventControlProps & { text: string }) {
  const { reported, wanted, min, max, step } = event;
  const number = (text: string | null) => (text === null || Number.isNaN(Number(text)) ? null : Number(text));
  const value = number(reported);
  return (
    <span className="events-level">
      <Slider
        label={text}
        min={min ?? 0}
        max={max ?? 100}
        step={step ?? 1}
        value={value}
        wanted={number(wanted)}
        format={String}
        disabled={disabled}
        onCommit={(value) => onSend(String(value))}
      />
      <b>{value === null ? noValue : formatExact(value)}</b>
    </span>
  );
}

function EventText({ event, text, disabled, onSend }: EventControlProps & { text: string }) {
  const { widget, min, max, step, reported, wanted } = event;
  const { draft: typed, change, isSending, send } = useDraft(onSend);
  const limits = widget === 'number' && {
    type: 'number',
    min: min ?? undefined,
    max: max ?? undefined,
    step: step ?? 'any',
  };
  return (
    <form
      className="events-text"
      onSubmit={(submitted) => {
        submitted.preventDefault();
        if (typed) send(typed);
      }}
    >
      <TextField
        label={text}
        hideLabel
        maxLength={64}
        {...limits}
        value={typed ?? wanted ?? reported ?? ''}
        disabled={disabled}
        onChange={(changed) => change(changed.currentTarget.value)}
      />
      <Button type="submit" aria-label={t`Send to ${text}`} busy={isSending} disabled={disabled || !typed}>
        {t`Send`}
      </Button>
    </form>
  );
}
