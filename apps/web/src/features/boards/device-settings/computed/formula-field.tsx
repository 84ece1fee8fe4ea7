import type { Device, DeviceVariable } from '@cyno/contract';
import { type Completion, completeFormula } from '@cyno/formula';
import { t } from '@lingui/core/macro';
import { type KeyboardEvent, useId, useRef, useState } from 'react';
import { Proposals } from '../../../../ui/fields/proposals.tsx';
import type { CheckedFormula } from './check-formula.ts';
import './formula-field.css';
import { docsPath } from '../../../../lib/language/docs-path.ts';

type FormulaFieldProps = {
  value: string;
  onChange: (text: string) => void;
  variables: readonly DeviceVariable[];
  /** Other devices that it may read. */
  devices: readonly Device[];
  checked: CheckedFormula;
};

/** Where a formula is written: it proposes variables and functions, and marks what is wrong. */
export function FormulaField({ value, onChange, variables, devices, checked }: FormulaFieldProps) {
  const id = useId();
  const fieldRef = useRef<HTMLTextAreaElement>(null);
  const [caret, setCaret] = useState<number | null>(null);
  const [chosen, setChosen] = useState(0);
  const { start, options } =
    caret === null ? { start: 0, options: [] } : completeFormula(value, caret, { variables, devices });
  const isOpen = options.length > 0;
  const active = Math.min(chosen, options.length - 1);
  // A word that is still being typed is not wrong yet, nor is a text without its closing quotation mark.
  const isTyping =
    isOpen &&
    checked.problem !== null &&
    caret !== null &&
    checked.span.start >= start - 1 &&
    checked.span.end >= caret;
  const isWrong = checked.problem !== null && value.trim() !== '' && !isTyping;

  const insert = ({ insert: text }: Completion) => {
    const field = fieldRef.current;
    if (!field || caret === null) return;
    // As if it were typed, so that undo takes it back.
    field.focus();
    field.setRangeText(text, start, caret, 'end');
    onChange(field.value);
    setCaret(field.selectionStart);
    setChosen(0);
  };
  const choose = (index: number) => {
    const option = options[index];
    if (option) insert(option);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (!isOpen) return;
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    const option = options[active];
    if (step !== 0) setChosen((active + step + options.length) % options.length);
    else if ((event.key === 'Enter' || event.key === 'Tab') && option && value.trim() !== '') insert(option);
    else if (event.key === 'Escape') setCaret(null);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <div className="field formula">
      <div className="field-label">
        <label htmlFor={id}>{t`Formula`}</label>
        <a className="link" href={docsPath('using/formulas/')} target="_blank" rel="noopener noreferrer">
          {t`All functions`}
        </a>
      </div>
      <div className="field-box formula-box" data-invalid={isWrong || undefined}>
        <textarea
          ref={fieldRef}
          id={id}
          rows={2}
          maxLength={500}
          spellCheck={false}
          autoCapitalize="none"
          autoComplete="off"
          aria-autocomplete="list"
          aria-controls={`${id}-options`}
          aria-activedescendant={isOpen ? `${id}-options-${active}` : undefined}
          aria-invalid={isWrong || undefined}
          aria-describedby={isWrong ? `${id}-problem` : undefined}
          value={value}
          onChange={(event) => {
            onChange(event.currentTarget.value);
            setCaret(event.currentTarget.selectionStart);
            setChosen(0);
          }}
          onSelect={({ currentTarget }) => {
            const { selectionStart, selectionEnd } = currentTarget;
            if (document.activeElement === currentTarget)
              setCaret(selectionStart === selectionEnd ? selectionStart : null);
          }}
          onBlur={() => setCaret(null)}
          onKeyDown={onKeyDown}
        />
      </div>
      <Proposals
        id={`${id}-options`}
        label={t`Variables and functions`}
        options={options.map(({ insert: key, label, detail }) => ({ key, code: label, detail }))}
        active={active}
        onChoose={choose}
      />
      {isWrong && <Problem id={`${id}-problem`} text={value} checked={checked} />}
    </div>
  );
}

/** What is wrong, and the formula with the place of it. */
function Problem({ id, text, checked }: { id: string; text: string; checked: CheckedFormula }) {
  if (checked.problem === null) return null;
  const { start, end } = checked.span;
  return (
    <div className="formula-problem">
      <p className="field-error" id={id} role="status">
        {checked.problem}
      </p>
      <code aria-hidden="true">
        {text.slice(0, start)}
        <mark>{text.slice(start, Math.max(end, start + 1)) || ' '}</mark>
        {text.slice(Math.max(end, start + 1))}
      </code>
    </div>
  );
}
