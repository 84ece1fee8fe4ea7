import { expect, test } from 'vitest';
import { serverProblemTextsEn } from './en.ts';
import { serverProblemSentences, serverProblemText } from './index.ts';
import type { ServerProblemCause } from './server-problem.ts';
import { serverProblemTextsTh } from './th.ts';

/** Of each reason at least one; the compiler reports those that are missing. */
const samples: { [Reason in ServerProblemCause['reason']]: Extract<ServerProblemCause, { reason: Reason }>['values'] } =
  {
    certificate_expiring: { certificate: 'mqtt', days: 1, renews: 0 },
    certificate_expired: { certificate: 'web' },
    certificate_refused: { name: 'iot.example.com', held: 1 },
    check_failed: { part: 'backups' },
    clock_ahead: { ms: 7_200_000 },
    clock_back: { ms: 60_000 },
    clock_not_trusted: { ms: 1_209_600_000, hours: 24 },
    database_slow: { ms: 312.4 },
    nats_away: {},
    server_not_linked: { server: 'barn-2' },
    replica_away: {},
    server_clock_off: { server: 'barn-2', ms: -8_000 },
    disk_filling: { disk: 'data folder', percent: 83, freeBytes: 17e9 },
    disk_full_soon: { disk: 'database', days: 9, freeBytes: 3e9 },
    disk_full: { disk: 'database', freeBytes: 1e8 },
    future_messages: { count: 3 },
    job_failed: { job: 'telemetry.tidy' },
    loop_slow: { minutes: 7 },
    memory_growing: { bytes: 9e8, grownBytes: 3e8, hours: 12 },
    backup_failed: {},
    backup_late: {},
    memory_short: { bytes: 1.9e9, limitBytes: 2e9 },
    messages_lost: { count: 1 },
    not_checked: {},
    spool_backlog: { bytes: 1_000 },
    spool_filling: { bytes: 2e8, percent: 40 },
    history_damaged: { count: 1 },
    spool_unreadable: { count: 1 },
    storage_failing: { cause: 'disk_full', spooled: 0 },
  };
const reasons = Object.keys(samples) as (keyof typeof samples)[];

test.each(reasons)('%s says what is wrong and what to do, in both languages', (reason) => {
  const values = samples[reason];
  const english = serverProblemText({ reason, values }, 'en');
  expect(english.title).toMatch(/^[A-Z\d].*[^.]$/);
  expect(english.advice).toMatch(/^[A-Z].*\.$/);
  expect(`${english.title} ${english.advice}`).not.toMatch(/undefined|NaN|[\u0e00-\u0e7f]/);
  const thai = serverProblemText({ reason, values }, 'th');
  for (const text of [thai.title, thai.advice]) {
    expect(text).toMatch(/[\u0e00-\u0e7f]{4}/);
    expect(text).not.toMatch(/undefined|NaN|\.$/);
  }
});

test('values stand in the sentences, in the words of the language', () => {
  expect(serverProblemSentences({ reason: 'disk_filling', values: samples.disk_filling })).toBe(
    'The disk of the data folder is 83 % full: 17.0 GB are free. Free some space, or move the data to a larger disk.',
  );
  expect(serverProblemText({ reason: 'disk_full', values: samples.disk_full }, 'th').title).toBe(
    'ดิสก์ของฐานข้อมูลเต็มแล้ว เหลือที่ว่าง 100 MB',
  );
});

test('of a reason that is not known its English text is shown', () => {
  for (const reason of ['from_the_future', 'constructor']) {
    expect(serverProblemText({ reason, values: {}, text: 'In English.' }, 'th')).toEqual({
      title: 'In English.',
      advice: '',
    });
  }
});

test('both languages have the same reasons', () => {
  expect(Object.keys(serverProblemTextsTh)).toEqual(Object.keys(serverProblemTextsEn));
});
