import type { LogFile, LogFileState, LogFiles, LogLine, LogMatches, LogWindow } from '@cyno/contract';

import { instantAt } from '../src/ui/fields/local-instant.ts';

const at = Date.parse('2026-01-02T03:00:00Z');
const levels = { info: 30, warn: 40, error: 50 } as const;

type Entry = { level: number; time: number; part: string; reqId: string; msg: string; err?: object };

/** Each thousandth line is an error, each second one of the part `boards`, and two belong to a request. */
function entryAt(number: number): Entry {
  const isError = number % 1_000 === 999;
  return {
    level: isError ? levels.error : levels.info,
    time: at + number * 100,
    part: number % 2 === 0 ? 'boards' : 'http',
    reqId: `request-${number >> 1}`,
    ...(isError && { err: { type: 'Error', message: 'it broke', stack: 'Error: it broke\n    at main' } }),
    msg: number === 5 ? 'The needle' : `Line ${number}`,
  };
}

/** Of a server in the browser's own zone. */
const startOf = (day: string): number => instantAt(Date.parse(day));

/** A file of the log as the server's routes return it: so many made-up lines, and after them what is written to it. */
export function logFileOf(name: string, lineCount: number, { growing = false, day = '2026-01-02' } = {}) {
  const written: string[] = [];
  const count = () => lineCount + written.length;
  const textAt = (number: number) => written[number - lineCount] ?? JSON.stringify(entryAt(number));
  const lineAt = (line: number): LogLine => ({ line, text: textAt(line), cut: false });
  const state = (): LogFileState => ({
    id: name,
    bytes: count() * 100,
    growing,
    counted: 1,
    lines: count(),
    warnings: 0,
    errors: Math.floor(lineCount / 1_000),
    sources: ['boards', 'http'],
  });
  const fits = (line: number, query: URLSearchParams): boolean => {
    const text = textAt(line);
    const { level = 0, time = 0, part, reqId }: Partial<Entry> = text.startsWith('{') ? JSON.parse(text) : {};
    const [least, source, request] = ['level', 'source', 'request'].map((key) => query.get(key));
    return (
      text.toLowerCase().includes((query.get('text') ?? '').toLowerCase()) &&
      (!least || level >= (Object.entries(levels).find(([known]) => known === least)?.[1] ?? 0)) &&
      (!source || part === source) &&
      (!request || reqId === request) &&
      time >= Number(query.get('since') ?? 0) &&
      time <= Number(query.get('until') ?? Number.MAX_SAFE_INTEGER)
    );
  };
  return {
    listed: (): LogFile => ({
      name,
      day,
      startsAt: startOf(day),
      number: 1,
      bytes: count() * 100,
      growing,
      counts: null,
    }),
    write: (...lines: string[]) => written.push(...lines),
    window(query: URLSearchParams): LogWindow {
      const max = Number(query.get('count'));
      const from = Number(query.get('from') ?? Math.max(0, count() - max));
      const to = Math.min(count(), from + max);
      return { state: state(), lines: Array.from({ length: Math.max(0, to - from) }, (_, of) => lineAt(from + of)) };
    },
    matches(query: URLSearchParams): LogMatches {
      const from = Number(query.get('from') ?? 0);
      const before = Number(query.get('before') ?? count());
      const found: number[] = [];
      for (let line = before - 1; line >= from && found.length < Number(query.get('limit')); line -= 1)
        if (fits(line, query)) found.push(line);
      const last = found.length === Number(query.get('limit')) ? (found.at(-1) ?? null) : null;
      return { state: state(), matches: found.map(lineAt), next: last, searched: last === null ? 1 : 0.5 };
    },
  };
}

type FakeFile = ReturnType<typeof logFileOf>;

type Reply = (call: { query: URLSearchParams }) => LogFiles | LogWindow | LogMatches;

/** The responses to all calls of the page of the logs. */
export function logReplies(files: readonly FakeFile[]): Record<string, Reply> {
  const replies: Record<string, Reply> = {
    'GET /api/admin/logs': () => ({
      today: '2026-01-03',
      now: startOf('2026-01-03'),
      files: files.map((file) => file.listed()),
    }),
  };
  for (const file of files) {
    const path = `GET /api/admin/logs/${file.listed().name}`;
    replies[path] = ({ query }) => file.window(query);
    replies[`${path}/matches`] = ({ query }) => file.matches(query);
  }
  return replies;
}
