import type { DeviceVariable } from '@cyno/contract';
import { t } from '@lingui/core/macro';
import { createContext, type KeyboardEvent, useContext, useId, useRef, useState } from 'react';
import { Proposals } from '../../../ui/fields/proposals.tsx';
import './message-box.css';
import { placeholdersAt, withPlaceholder } from './message-placeholders.ts';

/** The variables that a message can name: those of the device of its automation. */
export const MessageVariables = createContext<readonly Pick<DeviceVariable, 'key' | 'label'>[]>([]);

type MessageBoxProps = { value: string; onChange: (text: string) => void };

/** The text of a message; behind an opening brace it offers the variables of the device. */
export function MessageBox({ value, onChange }: MessageBoxProps) {
  const variables = useContext(MessageVariables);
  const id = useId();
  const fieldRef = useRef<HTMLInputElement>(null);
  const [caret, setCaret] = useState<number | null>(null);
  const [chosen, setChosen] = useState(0);
  const offer = caret === null ? null : placeholdersAt(value, caret, variables);
  const options = offer?.variables ?? [];
  const active = Math.min(chosen, options.length - 1);

  const insert = (key: string) => {
    const field = fieldRef.current;
    if (!field || !offer || caret === null) return;
    const completed = withPlaceholder(value, { start: offer.start, caret, key });
    field.focus();
    // As if it were typed, so that undo takes it back.
    field.setRangeText(completed.text, 0, value.length, 'end');
    field.setSelectionRange(completed.caret, completed.caret);
    onChange(completed.text);
    setCaret(null);
    setChosen(0);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const option = options[active];
    if (!option) return;
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    if (step !== 0) setChosen((active + step + options.length) % options.length);
    else if (event.key === 'Enter' || event.key === 'Tab') insert(option.key);
    else if (event.key === 'Escape') setCaret(null);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <div className="field line-text message-box">
      <label className="sr-only" htmlFor={id}>
        {t`Text of the message`}
      </label>
      <div className="field-box">
        <input
          ref={fieldRef}
          id={id}
          role="combobox"
          placeholder={t`Text of the message`}
          maxLength={200}
          autoComplete="off"
          aria-autocomplete="list"
          aria-expanded={options.length > 0}
          aria-controls={`${id}-options`}
          aria-activedescendant={options.length > 0 ? `${id}-options-${active}` : undefined}
          value={value}
          onChange={({ currentTarget }) => {
            onChange(currentTarget.value);
            setCaret(currentTarget.selectionStart);
            setChosen(0);
          }}
          onBlur={() => setCaret(null)}
          onKeyDown={onKeyDown}
        />
      </div>
      <Proposals
        id={`${id}-options`}
        label={t`Variables for the message`}
        options={options.map(({ key, label }) => ({ key, code: `{${key}}`, detail: label }))}
        active={active}
        onChoose={(index) => options[index] && insert(options[index].key)}
      />
    </div>
  );
}
