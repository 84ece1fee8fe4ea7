import type { WidgetContent } from '@cyno/contract';
import { keysOf } from './dashboard-reach.ts';

/** Below a value stands its last day, and a terminal shows the responses of an hour; all other widgets define what they draw. */
const valueMinutes = 1_440;
const terminalMinutes = 60;

/** The variables that some widgets draw over the last `minutes`; as the web app requests them. */
export function keysDrawn(contents: readonly WidgetContent[], minutes: number): string[] {
  const keys = contents.flatMap((content) => (minutesOf(content) === minutes ? keysOf(content) : []));
  return [...new Set(keys)].sort();
}

/** The variables that charts over time draw, each with the most of the last minutes that one of them draws. */
export function chartedMinutes(contents: readonly WidgetContent[]): Map<string, number> {
  const charted = new Map<string, number>();
  for (const content of contents) {
    if (content.type !== 'chart') continue;
    for (const key of content.keys) charted.set(key, Math.max(content.minutes, charted.get(key) ?? 0));
  }
  return charted;
}

/** The variables of the charts that show where alerts are due. */
export const keysWithAlertLimits = (contents: readonly WidgetContent[]): Set<string> =>
  new Set(
    contents.flatMap((content) => (content.type === 'chart' && content.alertLimits !== false ? content.keys : [])),
  );

/** Over how many of the last minutes a widget draws what it shows; null: it shows what is newest. */
export function minutesOf(content: WidgetContent): number | null {
  if ('minutes' in content) return content.minutes;
  if (content.type === 'value') return valueMinutes;
  return content.type === 'terminal' ? terminalMinutes : null;
}

/** So many points a line: a widget is a few hundred pixels wide. Weeks are drawn by the hour. */
export const pointsDrawn = (minutes: number): number => (minutes > 10_080 ? 750 : 200);
