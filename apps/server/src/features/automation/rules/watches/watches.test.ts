import { type AlertStateCondition, type DevicesCondition, runText } from '@cyno/contract';
import { describe, expect, test } from 'vitest';
import { type AlertFact, AlertWatch } from './alert-watch.ts';
import { DevicesWatch } from './devices-watch.ts';

const now = Date.UTC(2026, 5, 15, 12);
const minuteMs = 60_000;
const surroundings = {
  zone: 'UTC',
  startedAt: now,
  writtenAt: now,
  names: ({ espid, key }: { espid: string; key: string }) => ({ label: key, device: espid, unit: '°C' }),
  device: (espid: string) => `Board ${espid}`,
};

describe('several devices', () => {
  const hot: Omit<DevicesCondition, 'match'> = {
    kind: 'devices',
    scope: { kind: 'all' },
    key: 'temp',
    comparison: '>',
    threshold: 30,
    release: 28,
  };
  function follow(match: DevicesCondition['match'], espids: string[]) {
    const watch = new DevicesWatch({ ...hot, match }, surroundings, false);
    watch.setDevices(espids);
    const judge = (isActive = true, at = now) => {
      const verdict = watch.judge(at, isActive);
      return verdict.state === 'gone' ? runText(verdict.reason(), 'en') : verdict.state;
    };
    const send = (values: Record<string, number>, at = now) => {
      for (const [espid, value] of Object.entries(values)) watch.observe(espid, { value, at });
    };
    return { watch, judge, send };
  }

  test('one is enough, and each is held until its own release', () => {
    const { judge, send, watch } = follow('any', ['A', 'B', 'C']);
    expect(judge()).toBe('unknown');
    send({ A: 20, B: 31 });
    expect(judge()).toBe('holds');
    expect(watch.fulfilments(now, false)).toEqual([
      {
        fact: { kind: 'value', label: 'temp', device: 'B', unit: '°C', value: 31, comparison: '>', threshold: 30 },
        espid: 'B',
        key: 'temp',
        device: 'Board B',
        value: '31 °C',
      },
    ]);
    send({ A: 29, B: 29 });
    expect(judge()).toBe('holds');
    send({ B: 27 });
    expect(judge()).toBe('temp of A was 29 °C, past 28. temp of B was 27 °C, past 28.');
  });

  test('each one has to hold, and those that never sent the variable do not count', () => {
    const { judge, send } = follow('all', ['A', 'B', 'C']);
    send({ A: 31 });
    expect(judge()).toBe('holds');
    send({ B: 20 });
    expect(judge()).toBe('temp of B was 20 °C, past 28.');
    send({ B: 40, X: 1 });
    expect(judge()).toBe('holds');
  });

  test('come and go, and without any of them it does not hold', () => {
    const { judge, send, watch } = follow('any', ['A', 'B']);
    send({ A: 31, B: 20 });
    watch.setDevices(['B', 'C']);
    expect(judge()).toBe('temp of B was 20 °C, past 28.');
    send({ A: 40, C: 35 });
    expect(judge()).toBe('holds');
    watch.setDevices([]);
    expect(judge()).toBe('None of its devices are left.');
  });

  test('those that were followed when the rule had acted are held between its thresholds, those that join later are not', () => {
    const watch = new DevicesWatch({ ...hot, match: 'any' }, surroundings, true);
    const between = { value: 29, at: now };
    watch.setDevices(['A']);
    watch.observe('A', between);
    expect(watch.judge(now, true).state).toBe('holds');
    watch.setDevices([]);
    watch.setDevices(['B']);
    watch.observe('B', between);
    expect(watch.judge(now, true).state).toBe('gone');
  });

  test('a silent one is not known, and is lost once the rule has acted', () => {
    const { judge, send } = follow('any', ['A']);
    send({ A: 31 });
    send({ A: 32 }, now + minuteMs);
    expect(judge(false, now + 60 * minuteMs)).toBe('unknown');
    expect(judge(true, now + 60 * minuteMs)).toBe('temp of A has not been reported for 59 minutes.');
  });

  test('what they sent before the clock was set back gives way to what they send now', () => {
    const { judge, send, watch } = follow('any', ['A']);
    send({ A: 31 });
    const later = now - 60 * minuteMs;
    watch.moveClock(later - now, later);
    send({ A: 20 }, later);
    expect(judge(true, later)).toBe('temp of A was 20 °C, past 28.');
  });

  test('of many the first three are named', () => {
    const espids = ['A', 'B', 'C', 'D', 'E'];
    const { judge, send, watch } = follow('any', espids);
    send(Object.fromEntries(espids.map((espid) => [espid, 31])));
    const found = watch.fulfilments(now, false);
    expect(found.flatMap(({ fact: one }) => one ?? [])).toHaveLength(4);
    expect(found[3]).toMatchObject({ fact: { kind: 'more', count: 2 }, espid: 'D', device: 'Board D', value: '31 °C' });
    send(Object.fromEntries(espids.map((espid) => [espid, 20])));
    expect(judge()).toMatch(/^temp of A .* temp of C was 20 °C, past 28\. The same is true of 2 more devices\.$/);
  });
});

describe('an alert', () => {
  const fact = (alertId: number, state: AlertFact['state'], more: Partial<AlertFact> = {}): AlertFact => ({
    ...{
      ruleId: 5,
      ruleName: 'Too hot',
      alertId,
      espid: 'A',
      key: 'temp',
      startedAt: now - 60_000,
      state,
      at: now + alertId,
    },
    ...more,
  });
  function follow(state: AlertStateCondition['state'], espid: string | null = null) {
    const watch = new AlertWatch({ kind: 'alert', ruleId: 5, espid, state }, surroundings);
    const judge = () => {
      const verdict = watch.judge(now, true);
      return verdict.state === 'gone' ? runText(verdict.reason(), 'en') : verdict.state;
    };
    return { watch, judge };
  }

  test.each<[AlertStateCondition['state'], string[]]>([
    ['active', ['no', 'holds', 'holds', 'no']],
    ['unacknowledged', ['no', 'holds', 'no', 'no']],
    ['acknowledged', ['no', 'no', 'holds', 'no']],
    ['cleared', ['unknown', 'no', 'no', 'holds']],
  ])('is %s', (state, expected) => {
    const { watch, judge } = follow(state);
    expect(judge()).toBe('unknown');
    watch.known();
    const seen = [judge()];
    for (const next of ['active', 'acknowledged', 'cleared'] as const) {
      watch.observe(fact(1, next));
      seen.push(judge());
    }
    expect(seen.map((each) => (each === 'holds' || each === 'unknown' ? each : 'no'))).toEqual(expected);
  });

  test('has cleared only when that happened after the automation was written', () => {
    const { watch, judge } = follow('cleared');
    watch.known();
    watch.observe(fact(1, 'cleared', { at: now - 1 }));
    expect(judge()).toBe('unknown');
    watch.observe(fact(2, 'active'));
    expect(judge()).toBe('Alert "Too hot" is no longer cleared.');
    watch.observe(fact(2, 'cleared'));
    expect(watch.fulfilments()).toMatchObject([
      {
        fact: { kind: 'alert', name: 'Too hot', state: 'cleared', device: 'Board A' },
        ...{ device: 'Board A', espid: 'A', key: 'temp', since: now - 60_000 },
      },
    ]);
  });

  test('is what was heard of it in whatever order, and none of another rule or device', () => {
    const { watch, judge } = follow('active', 'A');
    watch.known();
    for (const other of [fact(9, 'active', { espid: 'B' }), fact(9, 'active', { ruleId: 6 })]) watch.observe(other);
    watch.observe(fact(1, 'cleared'));
    watch.observe(fact(1, 'active'));
    expect(judge()).toMatch(/no longer active/);
    watch.observe(fact(3, 'active'));
    watch.observe(fact(2, 'cleared'));
    expect(judge()).toBe('holds');
  });
});
