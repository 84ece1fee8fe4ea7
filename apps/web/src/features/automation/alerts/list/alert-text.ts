import type { Alert } from '@cyno/contract';
import { t } from '@lingui/core/macro';
import { formatClock, formatDate, formatDateTime, formatDuration } from '../../../../lib/format/format.ts';

/** Whether nobody is notified of it at an instant. */
export const isSnoozed = ({ mutedUntil, state }: Alert, now: number): boolean =>
  state !== 'cleared' && mutedUntil !== null && mutedUntil > now;

/** An instant, as short as it stays clear: `09:38` today, else `11/20/26 23:10`. */
const atText = (at: number, now: number): string =>
  formatDate(at) === formatDate(now) ? formatClock(at) : formatDateTime(at);

/** Since when and how long, who knows, and until when it is snoozed. */
export function alertFacts(alert: Alert, now: number): string[] {
  const { activeAt, startedAt, clearedAt, acknowledgedAt, acknowledgedBy, mutedUntil } = alert;
  const since = activeAt ?? startedAt;
  const length = formatDuration((clearedAt ?? now) - since);
  const time = atText(since, now);
  const facts = [clearedAt === null ? t`Since ${time}, for ${length}` : t`From ${time}, lasted ${length}`];
  if (acknowledgedAt !== null) {
    const at = atText(acknowledgedAt, now);
    facts.push(
      acknowledgedBy === null ? t`Acknowledged at ${at}` : t`Acknowledged by ${{ person: acknowledgedBy }} at ${at}`,
    );
  }
  if (mutedUntil !== null && isSnoozed(alert, now)) facts.push(t`Snoozed until ${{ time: atText(mutedUntil, now) }}`);
  return facts;
}

/** What the chart shows on either side of an alert, ms. */
const aroundMs = 30 * 60_000;
/** So much is shown after an alert that is only just over, ms. */
const leastAfterMs = 60_000;

/** The query of the addresses of History and of the dashboard that show an alert. */
export function momentQueries(alert: Alert, now: number): { history: string; playback: string } {
  const { espid, key, activeAt, startedAt, clearedAt } = alert;
  const end = clearedAt ?? now;
  const to = Math.max(end + leastAfterMs, Math.min(now, end + aroundMs));
  const history = new URLSearchParams({ from: String(startedAt - aroundMs), to: String(to) });
  if (key !== null) history.append('v', `${espid}:${key}`);
  const playback = new URLSearchParams({ at: new Date(activeAt ?? startedAt).toISOString() });
  return { history: history.toString(), playback: playback.toString() };
}
