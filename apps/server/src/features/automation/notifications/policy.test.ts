import { defaultNotificationPolicy } from '@cyno/contract';
import { describe, expect, test } from 'vitest';
import { dayStart, decide, hourMs, nextRepeat, quietEnd, repeatTo } from './policy.ts';

const night = { from: 22 * 60, to: 6 * 60, criticalBreaks: true };
const at = (text: string) => Date.parse(text);

describe('quiet hours', () => {
  test.each([
    ['2026-11-01T21:59:00+07:00', null],
    ['2026-11-01T22:00:00+07:00', '2026-11-02T06:00:00+07:00'],
    ['2026-11-02T05:59:00+07:00', '2026-11-02T06:00:00+07:00'],
    ['2026-11-02T06:00:00+07:00', null],
  ])('at %s they end at %s', (now, end) => {
    expect(quietEnd(night, at(now), 'Asia/Bangkok')).toBe(end === null ? null : at(end));
  });

  test('within a day', () => {
    const noon = { from: 12 * 60, to: 13 * 60, criticalBreaks: false };
    expect(quietEnd(noon, at('2026-11-01T12:30:00Z'), 'UTC')).toBe(at('2026-11-01T13:00:00Z'));
    expect(quietEnd(noon, at('2026-11-01T13:00:00Z'), 'UTC')).toBeNull();
  });

  test('end after the gap where the clock is put forward over their end', () => {
    const quiet = { from: 22 * 60, to: 2 * 60 + 30, criticalBreaks: false };
    expect(quietEnd(quiet, at('2026-03-29T01:30:00+01:00'), 'Europe/Berlin')).toBe(at('2026-03-29T03:30:00+02:00'));
  });

  test.each([
    ['00:30', '02:30', '2026-10-25T02:20:00+02:00', '2026-10-25T02:30:00+02:00'],
    // The clock shows 2:00 a second time: the first 2:30 is over.
    ['00:30', '02:30', '2026-10-25T02:10:00+01:00', '2026-10-25T02:30:00+01:00'],
    ['02:15', '02:45', '2026-10-25T02:20:00+01:00', '2026-10-25T02:45:00+01:00'],
    ['22:00', '02:30', '2026-10-25T00:10:00+02:00', '2026-10-25T02:30:00+02:00'],
  ])('from %s to %s end in the future where the clock is put back: at %s until %s', (from, to, now, end) => {
    const minutes = (text: string) => Number(text.slice(0, 2)) * 60 + Number(text.slice(3));
    const quiet = { ...night, from: minutes(from), to: minutes(to) };
    expect(quietEnd(quiet, at(now), 'Europe/Berlin')).toBe(at(end));
  });

  test('that begin when they end are none', () => {
    expect(quietEnd({ ...night, to: night.from }, at('2026-11-01T22:00:00Z'), 'UTC')).toBeNull();
  });
});

describe('what is decided', () => {
  const now = at('2026-11-01T23:00:00Z');
  const question = {
    policy: defaultNotificationPolicy,
    severity: 'warning',
    kind: 'active',
    now,
    timeZone: 'UTC',
    isPassedOn: false,
    isSum: false,
    recent: [],
    repetitions: null,
  } as const;

  test('info is shown in the app only, warning and critical go everywhere', () => {
    expect(decide({ ...question, severity: 'info' })).toEqual({ action: 'notify', contacts: [], isLast: false });
    expect(decide(question)).toEqual({ action: 'notify', contacts: 'all', isLast: false });
    expect(decide({ ...question, severity: 'critical' })).toEqual({ action: 'notify', contacts: 'all', isLast: false });
  });

  test('in quiet hours a warning waits, and what is critical only if it may not break them', () => {
    const policy = { ...defaultNotificationPolicy, quiet: night };
    const until = at('2026-11-02T06:00:00Z');
    expect(decide({ ...question, policy })).toEqual({ action: 'wait', until, summed: false });
    expect(decide({ ...question, policy, severity: 'critical' })).toMatchObject({ action: 'notify' });
    const strict = { ...policy, quiet: { ...night, criticalBreaks: false } };
    expect(decide({ ...question, policy: strict, severity: 'critical' })).toMatchObject({ action: 'wait' });
  });

  test('of many messages the last ones are for what is critical', () => {
    const sent = (count: number) => Array.from({ length: count }, (_, index) => now - index * 1_000);
    expect(decide({ ...question, recent: sent(44) })).toMatchObject({ action: 'notify', isLast: true });
    expect(decide({ ...question, recent: sent(45) })).toMatchObject({ action: 'wait', summed: true });
    expect(decide({ ...question, recent: sent(45), severity: 'critical' })).toMatchObject({ action: 'notify' });
    const repetition = { ...question, severity: 'critical', recent: sent(30) } as const;
    expect(decide({ ...repetition, repetitions: sent(29) })).toMatchObject({ action: 'notify' });
    const until = now - 29_000 + hourMs;
    expect(decide({ ...repetition, repetitions: sent(30) })).toMatchObject({ action: 'wait', until });
    const passedOn = { ...question, severity: 'critical', isPassedOn: true } as const;
    expect(decide({ ...passedOn, recent: sent(29) })).toMatchObject({ action: 'notify', isLast: false });
    expect(decide({ ...passedOn, recent: sent(30) })).toMatchObject({ action: 'wait', summed: false });
    const critical = { ...question, severity: 'critical' } as const;
    expect(decide({ ...critical, recent: sent(58) })).toMatchObject({ action: 'notify', isLast: true });
    expect(decide({ ...critical, recent: sent(59) })).toMatchObject({ action: 'wait', summed: true });
    expect(decide({ ...critical, recent: sent(59), isSum: true })).toMatchObject({ action: 'notify', isLast: false });
  });
});

test('a day begins in the time zone of its person, also when the clock is put forward at midnight', () => {
  expect(dayStart(at('2026-11-01T18:00:00Z'), 'Asia/Bangkok')).toBe(at('2026-11-02T00:00:00+07:00'));
  expect(dayStart(at('2026-04-24T10:00:00+03:00'), 'Africa/Cairo')).toBe(at('2026-04-24T01:00:00+03:00'));
});

test('what is critical is repeated for a day', () => {
  const { critical, warning } = defaultNotificationPolicy;
  const firstAt = 1_000_000_000_000;
  expect(nextRepeat(critical, { kind: 'active', now: firstAt, firstAt, until: null })).toBe(firstAt + 30 * 60_000);
  expect(nextRepeat(critical, { kind: 'active', now: firstAt + 24 * hourMs, firstAt, until: null })).toBeNull();
  expect(nextRepeat(critical, { kind: 'cleared', now: firstAt, firstAt, until: null })).toBeNull();
  expect(nextRepeat(warning, { kind: 'active', now: firstAt, firstAt, until: null })).toBeNull();
});

describe('what nobody acknowledges', () => {
  const minuteMs = 60_000;
  const firstAt = 1_000_000_000_000;
  const escalation = { afterMinutes: 15, contacts: ['address-1'] };
  const policy = { contacts: ['email'], repeatMinutes: 60, escalations: [escalation] };
  const after = (minutes: number) => firstAt + minutes * minuteMs;
  const repeated = (minutes: number, lastMinutes: number) =>
    repeatTo(policy, { now: after(minutes), firstAt, lastAt: after(lastMinutes), afterQuiet: false });

  test('goes to the others once the time is over, and from then on to all', () => {
    const next = (minutes: number) => nextRepeat(policy, { kind: 'active', now: after(minutes), firstAt, until: null });
    expect([next(0), next(15), next(75)]).toEqual([after(15), after(75), after(135)]);
    expect(repeated(15, 0)).toEqual({ contacts: ['address-1'], people: [], isEscalation: true });
    expect(repeated(75, 15)).toEqual({ contacts: ['email', 'address-1'], people: [], isEscalation: false });
    expect(repeated(10, 0)).toEqual({ contacts: ['email'], people: [], isEscalation: false });
  });

  test('is escalated once where nothing is repeated, and from the app alone too', () => {
    for (const contacts of [['email'], []]) {
      const once = { contacts, repeatMinutes: null, escalations: [escalation] };
      expect(nextRepeat(once, { kind: 'active', now: firstAt, firstAt, until: null })).toBe(after(15));
      expect(nextRepeat(once, { kind: 'active', now: after(15), firstAt, until: null })).toBeNull();
    }
  });

  test('goes to the next ones step by step, each of which hears of it first alone', () => {
    const steps = [
      escalation,
      { afterMinutes: 30, contacts: ['contact-2'] },
      { afterMinutes: 90, contacts: ['contact-3'] },
    ];
    const several = { ...policy, escalations: steps };
    const next = (minutes: number) =>
      nextRepeat(several, { kind: 'active', now: after(minutes), firstAt, until: null });
    expect([next(0), next(15), next(30), next(90)]).toEqual([after(15), after(30), after(90), after(150)]);
    const to = (minutes: number, lastMinutes: number) =>
      repeatTo(several, { now: after(minutes), firstAt, lastAt: after(lastMinutes), afterQuiet: false });
    expect(to(30, 15)).toEqual({ contacts: ['contact-2'], people: [], isEscalation: true });
    expect(to(90, 30)).toEqual({ contacts: ['contact-3'], people: [], isEscalation: true });
    expect(to(150, 90)).toEqual({
      contacts: ['email', 'address-1', 'contact-2', 'contact-3'],
      people: [],
      isEscalation: false,
    });
    // A server that did not run meanwhile catches up with one message.
    expect(to(40, 0)).toEqual({ contacts: ['address-1', 'contact-2'], people: [], isEscalation: true });
  });

  test('in quiet hours goes to the people who are named, and after them to the own contacts', () => {
    const named = { ...policy, escalations: [{ afterMinutes: 15, contacts: ['address-1', 'person-2'] }] };
    const until = after(300);
    const next = (minutes: number) => nextRepeat(named, { kind: 'active', now: after(minutes), firstAt, until });
    expect([next(0), next(15)]).toEqual([after(15), until]);
    const to = (minutes: number, lastMinutes: number, afterQuiet: boolean) =>
      repeatTo(named, { now: after(minutes), firstAt, lastAt: after(lastMinutes), afterQuiet });
    expect(to(15, 0, false)).toMatchObject({ people: ['person-2'], isEscalation: true });
    expect(to(300, 15, true)).toMatchObject({ contacts: ['email', 'address-1', 'person-2'], people: [] });
    // They ended before it was to be passed on.
    expect(to(15, 0, true)).toEqual({
      contacts: ['email', 'address-1', 'person-2'],
      people: ['person-2'],
      isEscalation: false,
    });
    const quiet = { from: 0, to: 1_439, criticalBreaks: false };
    const strict = { ...defaultNotificationPolicy, quiet, critical: named };
    const question = {
      severity: 'critical',
      kind: 'active',
      now: firstAt,
      timeZone: 'UTC',
      isSum: false,
      recent: [],
      repetitions: null,
    } as const;
    const contactsOf = (isPassedOn: boolean) => decide({ ...question, policy: strict, isPassedOn });
    expect(contactsOf(false)).toEqual({ action: 'notify', contacts: [], isLast: false });
    expect(contactsOf(true)).toMatchObject({ action: 'wait' });
  });
});
