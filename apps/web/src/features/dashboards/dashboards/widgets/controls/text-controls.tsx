import { t } from '@lingui/core/macro';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { formatClock } from '../../../../../lib/format/format.ts';
import { Button } from '../../../../../ui/buttons/button.tsx';
import { TextField } from '../../../../../ui/fields/field.tsx';
import { useDraft } from '../../../../../ui/fields/use-draft.ts';
import { terminalMinutes } from '../dashboard-history.ts';
import type { ControlProps } from './control-props.ts';
import { type TerminalLine, terminalLines } from './terminal-lines.ts';

const longest = 64;

/** Boards take a colon or comma for the end of a value (device protocol, 3.2). */
const problemOf = (text: string) =>
  /[:,]/.test(text) ? t`Remove colons and commas: the board takes them for the end of the text.` : null;

type LineFormProps = Pick<ControlProps<'message'>, 'onSend'> & { label: string; busy: boolean; disabled: boolean };

function LineForm({ label, busy, disabled, onSend }: LineFormProps) {
  const { draft, change, isSending, send } = useDraft(onSend);
  const text = draft ?? '';
  const problem = problemOf(text);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (text.trim() === '' || problem !== null || busy) return;
    send(text.trim());
  };
  return (
    <form className="widget-entry" onSubmit={submit}>
      <TextField
        label={label}
        hideLabel
        maxLength={longest}
        autoComplete="off"
        spellCheck={false}
        disabled={disabled}
        value={text}
        error={problem}
        onChange={({ currentTarget }) => change(currentTarget.value)}
      />
      <Button type="submit" busy={busy || isSending} disabled={disabled || text.trim() === ''}>
        {t`Send`}
      </Button>
    </form>
  );
}

/** A line of text that is sent; what the board has now stands above it. */
export function TextControl({ content: { title }, state, isReadOnly, onSend }: ControlProps<'message'>) {
  return (
    <>
      {state.reported !== null && (
        <p className="widget-reported" title={state.reported}>
          {state.reported}
        </p>
      )}
      <LineForm label={title} busy={state.wanted !== null} disabled={isReadOnly} onSend={onSend} />
    </>
  );
}

type Line = TerminalLine & { isOwn: boolean };

/** The lines that were sent and those that came back, with their times, above the line that is typed. */
export function TerminalControl({ content, data, state, isReadOnly, onSend }: ControlProps<'terminal'>) {
  const { title, target, keys } = content;
  const listRef = useRef<HTMLOListElement>(null);
  const variable = data.variables.get(keys[0] ?? '');
  const came = useLines(data.histories.get(terminalMinutes), variable, data.moment);
  const sent = (data.control?.commands ?? [])
    .filter(({ kind, target: name }) => kind === 'event' && target.kind === 'event' && name === target.name)
    .map(({ createdAt, value }): Line => ({ at: createdAt, text: value, isOwn: true }));
  const lines = [...came.map((line): Line => ({ ...line, isOwn: false })), ...sent].sort((a, b) => a.at - b.at);
  const newest = lines.at(-1)?.at;
  useEffect(() => {
    const list = listRef.current;
    if (list && newest !== undefined) list.scrollTop = list.scrollHeight;
  }, [newest]);
  return (
    <>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the lines are scrolled with the arrow keys */}
      <ol className="terminal-lines" ref={listRef} tabIndex={0} aria-label={t`${title}: lines`}>
        {lines.length === 0 && <li className="terminal-none">{t`No lines yet`}</li>}
        {lines.map(({ at, text, isOwn }) => (
          <li key={`${at} ${isOwn}`} className={isOwn ? 'terminal-own' : undefined}>
            <time dateTime={new Date(at).toISOString()}>{formatClock(at, { seconds: true })}</time>
            <span>
              {isOwn && <span className="sr-only">{t`sent:`} </span>}
              {text}
            </span>
          </li>
        ))}
      </ol>
      <LineForm label={t`${title}: line to send`} busy={state.wanted !== null} disabled={isReadOnly} onSend={onSend} />
    </>
  );
}

/** Lines that came while the page is open are not waited for until the next history; of the past this has them all. */
function useLines(...[history, variable, moment]: LinesFrom): TerminalLine[] {
  const { key = '', value = null, at = null } = variable ?? {};
  const [known, setKnown] = useState<{ key: string; lines: TerminalLine[] }>({ key, lines: [] });
  const seen = known.key === key ? known.lines : [];
  if (moment === null && at !== null && value !== null && seen.at(-1)?.at !== at)
    setKnown({ key, lines: [...seen.slice(-50), { at, text: String(value) }] });
  const past = moment === null ? [] : terminalLines(history, { key, value: null, at: null });
  // Within a bucket the time of the newest value is not known.
  return past.length > 0 ? past : terminalLines(history, { key, value, at }, seen);
}

type LinesFrom = [
  history: Parameters<typeof terminalLines>[0],
  variable: Parameters<typeof terminalLines>[1] | undefined,
  moment: number | null,
];
