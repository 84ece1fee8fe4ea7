import { t } from '@lingui/core/macro';
import { IconMinus, IconPlus } from '@tabler/icons-react';
import { type FormEvent, useState } from 'react';
import { formatExact, noValue } from '../../../../../lib/format/format.ts';
import { typedNumber } from '../../../../../lib/format/typed-number.ts';
import { Button, IconButton } from '../../../../../ui/buttons/button.tsx';
import { TextField } from '../../../../../ui/fields/field.tsx';
import { useDraft } from '../../../../../ui/fields/use-draft.ts';
import { useDrawnValue } from '../../../../../ui/fields/use-drawn-value.ts';
import type { ControlProps } from './control-props.ts';

/** A hand that rests for so long has chosen. */
const restMs = 500;

function numberOf(text: string | null): number | null {
  const number = typedNumber(text ?? '');
  return Number.isNaN(number) ? null : number;
}

/** Sums of steps such as 0.1 without the tail that floats give them. */
const plain = (value: number) => Number(value.toFixed(6));

/** The value between a button that takes a step down and one that takes a step up; presses in a row are sent as one. */
export function StepControl({ content, state, isReadOnly, onSend }: ControlProps<'stepper'>) {
  const { title, min, max, step, unit } = content;
  const [drawn, draw] = useDrawnValue(restMs, (value) => onSend(String(value)));
  const reported = numberOf(state.reported);
  const displayed = drawn ?? numberOf(state.wanted) ?? reported;
  const by = (steps: number) => draw(plain(Math.min(max, Math.max(min, (displayed ?? min) + steps * step))));
  return (
    <div className="widget-stepper-row">
      <IconButton
        label={t`${title}: decrease by ${step}`}
        icon={IconMinus}
        disabled={isReadOnly || (displayed !== null && displayed <= min)}
        onClick={() => by(-1)}
      />
      <output aria-live="polite" data-requested={displayed !== reported || undefined}>
        <b>{displayed === null ? noValue : formatExact(displayed)}</b> {unit}
      </output>
      <IconButton
        label={t`${title}: increase by ${step}`}
        icon={IconPlus}
        disabled={isReadOnly || (displayed !== null && displayed >= max)}
        onClick={() => by(1)}
      />
    </div>
  );
}

/** A number that is typed and sent. */
export function NumberControl({ content, state, isReadOnly, onSend }: ControlProps<'number'>) {
  const { title, min, max, step, unit } = content;
  const { draft: typed, change, isSending, send } = useDraft(onSend);
  const [problem, setProblem] = useState<string | null>(null);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const value = numberOf(typed);
    if (value === null) return setProblem(t`Enter a number, such as 1000 or 21.5.`);
    if (value < min || value > max) {
      setProblem(t`Enter a number from ${{ min: formatExact(min) }} to ${{ max: formatExact(max) }}.`);
      return;
    }
    // Steps are counted from the lowest value, as in a slider.
    send(String(plain(Math.min(max, min + Math.round((value - min) / step) * step))));
    setProblem(null);
  };
  return (
    <form className="widget-entry" onSubmit={submit} noValidate>
      <TextField
        label={unit ? `${title}, ${unit}` : title}
        hideLabel
        inputMode={min < 0 ? 'text' : 'decimal'}
        autoComplete="off"
        placeholder={t`${{ min: formatExact(min) }} to ${{ max: formatExact(max) }}`}
        disabled={isReadOnly}
        value={typed ?? state.wanted ?? state.reported ?? ''}
        error={problem}
        onChange={({ currentTarget }) => {
          change(currentTarget.value);
          setProblem(null);
        }}
      />
      {unit && <span>{unit}</span>}
      <Button type="submit" busy={state.wanted !== null || isSending} disabled={isReadOnly || typed === null}>
        {t`Set`}
      </Button>
    </form>
  );
}
