import type { DeviceVariable, HistoryResponse } from '@cyno/contract';

/** A line that the board sent. */
export type TerminalLine = { at: number; text: string };

const max = 50;

/** The last lines of a text variable, oldest first: those of the history and the newest value. */
export function terminalLines(
  history: HistoryResponse | undefined,
  { key, value, at }: Pick<DeviceVariable, 'key' | 'value' | 'at'>,
  seen: readonly TerminalLine[] = [],
): TerminalLine[] {
  const lines = new Map<number, TerminalLine>();
  for (const [index, time] of (history?.times ?? []).entries()) {
    const text = history?.series[key]?.value[index];
    if (typeof text === 'string' && text !== '') lines.set(time, { at: time, text });
  }
  for (const line of seen) lines.set(line.at, line);
  if (at !== null && value !== null && value !== '') lines.set(at, { at, text: String(value) });
  return [...lines.values()].sort((a, b) => a.at - b.at).slice(-max);
}
