import { type CsvCell, csvLine } from '@cyno/contract';
import type { TimeLines } from './time-lines.repository.ts';

const iso = (at: number | null) => (at === null ? null : new Date(at).toISOString());
type Cells = readonly CsvCell[];
const alertTitles = [
  'time',
  'cleared',
  'severity',
  'state',
  'kind',
  'variable',
  'text',
  'acknowledged',
  'acknowledged by',
];

/** Files about what stands beside the values of a device, by name; times are in UTC. */
export const timeLineFiles = (lines: TimeLines, deviceId: number): Record<string, () => AsyncGenerator<string>> => ({
  'notes.csv': () =>
    csvOf(['from', 'to', 'kind', 'note', 'written by'], lines.notes(deviceId), ({ from, to, tone, text, author }) => [
      ...[iso(from), iso(to), tone, text, author],
    ]),
  'alerts.csv': () =>
    csvOf(alertTitles, lines.alerts(deviceId), ({ severity, state, kind, key, text, by, ...at }) => {
      const [active, cleared, acknowledged] = [at.activeAt, at.clearedAt, at.acknowledgedAt].map(iso);
      return [active ?? null, cleared ?? null, severity, state, kind, key, text, acknowledged ?? null, by];
    }),
  'connected.csv': () => csvOf(['from', 'to'], lines.connected(deviceId), ({ from, to }) => [iso(from), iso(to)]),
  'restarts.csv': () => csvOf(['time'], lines.starts(deviceId), ({ at }) => [iso(at)]),
  'signal.csv': () =>
    csvOf(['hour', 'weakest (dBm)', 'strongest (dBm)'], lines.signal(deviceId), ({ hour, weakest, strongest }) => [
      ...[iso(hour), weakest, strongest],
    ]),
});

async function* csvOf<Row>(titles: Cells, pages: AsyncIterable<Row[]>, cellsOf: (row: Row) => Cells) {
  yield `${csvLine(titles)}\r\n`;
  for await (const rows of pages) yield `${rows.map((row) => csvLine(cellsOf(row))).join('\r\n')}\r\n`;
}

/** What dashboards were before their changes, as a JSON array. */
export async function* dashboardVersionsJson(lines: TimeLines, accountId: number): AsyncGenerator<string> {
  let separator = '[\n';
  for await (const rows of lines.dashboardVersions(accountId)) {
    const texts = rows.map(({ dashboardId: _, ...row }) => JSON.stringify(row));
    yield separator + texts.join(',\n');
    separator = ',\n';
  }
  yield separator === '[\n' ? '[]\n' : '\n]\n';
}
