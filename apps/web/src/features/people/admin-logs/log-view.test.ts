import { describe, expect, test } from 'vitest';
import { instantAt } from '../../../ui/fields/local-instant.ts';
import { detailsOf, readEntry, splitAtMatches } from './log-entry.ts';
import { fileLabel } from './log-file-label.ts';
import { emptyView, filterQuery, isFiltered, readLogView, writeLogView } from './log-view.ts';

describe('the address of the page', () => {
  test.each([
    emptyView,
    { ...emptyView, file: 'server.2026-11-21.1.log', line: 0 },
    {
      file: 'f',
      text: 'a & b = "c"',
      level: 'warn' as const,
      source: 'http',
      request: 'r1',
      since: '09:05',
      until: '23:59',
      line: 12,
    },
  ])('is read as it was written', (view) => expect(readLogView(writeLogView(view))).toEqual(view));

  test('what it does not understand is left out', () => {
    const params = new URLSearchParams('level=loud&since=25:00&until=9:5&line=-1');
    expect(readLogView(params)).toEqual(emptyView);
  });

  test('blanks are no search', () => expect(isFiltered({ ...emptyView, text: '  ' })).toBe(false));
});

test.each([
  ['2026-11-21', '14:20', 'UTC', '2026-11-21T14:20:00Z'],
  ['2026-11-21', '14:20', 'Asia/Bangkok', '2026-11-21T07:20:00Z'],
  ['2026-03-29', '01:59', 'Europe/Berlin', '2026-03-29T00:59:00Z'],
  ['2026-03-29', '03:00', 'Europe/Berlin', '2026-03-29T01:00:00Z'],
  ['2026-11-21', '00:00', 'America/St_Johns', '2026-11-21T03:30:00Z'],
])('%s %s in %s', (day, since, zone, instant) => {
  const startsAt = instantAt(Date.parse(day), zone);
  expect(filterQuery({ ...emptyView, since }, { startsAt }, zone).get('since')).toBe(String(Date.parse(instant)));
});

test('a time of day is requested to the end of its minute', () => {
  const query = filterQuery(
    { ...emptyView, since: '10:00', until: '10:00' },
    { startsAt: Date.parse('2026-11-21') },
    'UTC',
  );
  expect(Number(query.get('until')) - Number(query.get('since'))).toBe(59_999);
  expect(filterQuery({ ...emptyView, since: '10:00' }, { startsAt: null }, 'UTC').toString()).toBe('');
});

test("a time of day is that of the reader, within the day of a server that begins at seven o'clock", () => {
  const startsAt = Date.parse('2026-11-21T00:00:00Z');
  const query = filterQuery({ ...emptyView, since: '22:00', until: '02:00' }, { startsAt }, 'Asia/Bangkok');
  expect(query.get('since')).toBe(String(Date.parse('2026-11-21T15:00:00Z')));
  expect(query.get('until')).toBe(String(Date.parse('2026-11-21T19:00:59.999Z')));
});

describe('a line', () => {
  const read = (text: string) => readEntry({ line: 3, text, cut: false });

  test('of the server is taken apart', () => {
    const text =
      '{"level":40,"time":5,"part":"accounts","reqId":"r1","request":"POST /x","status":401,"account":"a@b.c","ip":"::1","ms":76,"msg":"Log-in: refused"}';
    expect(read(text)).toMatchObject({
      level: 'warn',
      time: 5,
      source: 'accounts',
      message: 'Log-in: refused',
      remark: 'a@b.c ::1 76 ms',
      request: 'r1',
    });
  });

  test('an error shows its stack first', () => {
    const entry = read(
      '{"level":50,"err":{"type":"E","message":"m","stack":"E: m\\n  at x","code":"C"},"job":"tidy","msg":"x"}',
    );
    expect(detailsOf(entry)).toEqual([
      ['error', 'E: m\n  at x'],
      ['error code', 'C'],
      ['job', 'tidy'],
    ]);
  });

  test.each(['{"level":30,"ti', 'plain text', '{"no":"level"}', '[1]', '', '{"level":"30"'])(
    'of another kind is shown as it stands: %j',
    (text) => expect(read(text)).toMatchObject({ level: 'text', message: text, time: null }),
  );
});

test('what was searched for is cut out, whatever it is made of', () => {
  expect(splitAtMatches('Board and board', 'BOARD')).toEqual(['', 'Board', ' and ', 'board', '']);
  expect(splitAtMatches('a.b(c)+[d]', '.b(c)+[')).toEqual(['a', '.b(c)+[', 'd]']);
  expect(splitAtMatches('text', ' ')).toEqual(['text']);
});

test('a file is named by its age', () => {
  const file = (day: string | null, number = 1) => ({
    name: 'server.7.log',
    day,
    startsAt: day === null ? null : instantAt(Date.parse(day)),
    number,
    bytes: 1,
    growing: false,
    counts: null,
  });
  const label = (day: string | null, files = 1, number = 1) =>
    fileLabel(file(day, number), instantAt(Date.parse('2026-11-21T12:00Z')), { filesOfDay: files, dated: false });
  expect(label('2026-11-21')).toBe('Today');
  expect(label('2026-11-21', 2, 2)).toBe('Today, part 2');
  expect(label('2026-11-20')).toBe('Yesterday');
  expect(label('2026-11-19')).toBe('Thursday');
  expect(label('2026-11-10')).toBe('11/10/2026');
  expect(label(null)).toBe('server.7.log');
  const early = { ...file('2026-11-21'), startsAt: instantAt(Date.parse('2026-11-20T17:00Z')) };
  const now = instantAt(Date.parse('2026-11-21T12:00Z'));
  expect(fileLabel(early, now, { filesOfDay: 1, dated: false })).toBe('Yesterday, from 17:00');
  expect(fileLabel(early, now, { filesOfDay: 1, dated: true })).toBe('Yesterday, 11/20/2026, from 17:00');
});
