import { expect, it } from 'vitest';
import { alertOf } from '../../../../../test/alerts.ts';
import { alertFacts, momentQueries } from './alert-text.ts';

const at = Date.parse('2026-11-21T09:00:00Z');
const minute = 60_000;

it('says since when, who knows and until when it is snoozed', () => {
  const alert = alertOf({
    activeAt: at,
    acknowledgedAt: at + minute,
    acknowledgedBy: 'ann@example.com',
    mutedUntil: at + 60 * minute,
  });
  const facts = alertFacts(alert, at + 5 * minute);
  expect(facts[0]).toMatch(/^Since \d\d:\d\d, for 5 min$/);
  expect(facts[1]).toMatch(/^Acknowledged by ann@example.com at \d\d:\d\d$/);
  expect(facts[2]).toMatch(/^Snoozed until \d\d:\d\d$/);
});

it('says of a cleared one how long it lasted, and nothing of a snooze', () => {
  const cleared = alertOf({
    state: 'cleared',
    activeAt: at,
    clearedAt: at + 20 * minute,
    mutedUntil: at + 90 * minute,
  });
  expect(alertFacts(cleared, at + 30 * minute)).toEqual([expect.stringMatching(/lasted 20 min$/)]);
});

it('shows half an hour on either side, and no more of the future than a minute', () => {
  const alert = alertOf({ espid: 'ESP32-1', key: 'temp', startedAt: at, activeAt: at + minute });
  const { history, playback } = momentQueries(alert, at + 5 * minute);
  expect(history).toBe(`from=${at - 30 * minute}&to=${at + 6 * minute}&v=ESP32-1%3Atemp`);
  expect(new URLSearchParams(playback).get('at')).toBe('2026-11-21T09:01:00.000Z');
});
