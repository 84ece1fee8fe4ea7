import { describe, expect, it } from 'vitest';
import { Actions } from './actions.ts';

const day = 86_400;

function bench(family: 'esp8266' | 'esp32' = 'esp8266') {
  const reported: string[] = [];
  const clock = { now: 0 };
  const actions = new Actions({
    family,
    now: () => clock.now,
    report: (subtopic, text) => reported.push(`${subtopic} ${text}`),
  });
  return {
    actions,
    clock,
    /** What the board did since the last question. */
    reported: () => reported.splice(0),
    /** Lives through the seconds of a week from `from` to `to`. */
    pass(from: number, to: number) {
      for (let second = from; second <= to; second++) actions.secondPassed(second);
    },
  };
}

describe('timers', () => {
  it('switch outputs and set events at their second, every day', () => {
    const { actions, reported, pass } = bench();
    actions.accept('timer', '100:e:g:D1:d:1,102:e:g:D2:p:128,103:e:e:Mode::auto');
    pass(0, 99);
    expect(reported()).toEqual([]);
    pass(100, 104);
    expect(reported()).toEqual(['ioact D1:act:1', 'ioact D2:act:128', 'eventact Event:Mode:auto']);
    expect([...actions.outputs]).toEqual([
      ['D1', 1],
      ['D2', 128],
    ]);
    pass(day + 100, day + 100);
    expect(reported()).toEqual(['ioact D1:act:1']);
  });

  it('that are meant once go when they have fired, and take the next one of that second with them', () => {
    const { actions, reported, pass } = bench();
    actions.accept('timer', '100:o:g:D1:d:1,100:e:g:D2:d:1,100:e:g:D5:d:1');
    pass(100, 100);
    expect(reported()).toEqual(['ioact D1:act:1', 'ioact D5:act:1']);
    expect(actions.timers.length).toBe(2);
    pass(day + 100, day + 100);
    expect(reported()).toEqual(['ioact D2:act:1', 'ioact D5:act:1']);
  });

  it('of the week set events on their days, and never switch an output', () => {
    const { actions, reported, pass } = bench();
    actions.accept('timer', '100:w:e:SQ::1:13,101:w:g:D1:d:1:0123456');
    for (let weekday = 0; weekday < 7; weekday++) pass(weekday * day + 100, weekday * day + 101);
    expect(reported()).toEqual(['eventact Event:SQ:1', 'eventact Event:SQ:1']);
  });

  it('of the week without days search the whole entry for the day', () => {
    const { actions, reported, pass } = bench();
    actions.accept('timer', '102:w:e:SQ::5');
    const fired = [0, 1, 2, 3, 4, 5, 6].filter((weekday) => {
      pass(weekday * day + 102, weekday * day + 102);
      return reported().length > 0;
    });
    expect(fired).toEqual([0, 1, 2, 5]);
  });

  it('fire twice in the first second of Sunday, which lasts two', () => {
    const { actions, reported } = bench();
    actions.accept('timer', '0:e:g:D1:d:1');
    actions.secondPassed(604_800);
    actions.secondPassed(0);
    expect(reported()).toHaveLength(2);
  });

  it.each([
    ['esp8266', 20],
    ['esp32', 40],
  ] as const)('of an %s have %i places', (family, places) => {
    const { actions } = bench(family);
    actions.accept('timer', Array.from({ length: 50 }, (_, index) => `${index}:e:g:2:d:1`).join(','));
    expect(actions.timers.length).toBe(places);
  });

  it('are replaced by a new list, skip what cannot be read, and go with "no"', () => {
    const { actions, reported, pass } = bench();
    actions.accept('timer', '100:e:g:D1:d:1');
    actions.accept('timers', '100:e:g:D2:d:1,nonsense,101:e:x:D1:d:1,102:e:e:Mode::');
    pass(100, 102);
    expect(reported()).toEqual(['ioact D2:act:1']);
    actions.accept('timer', 'no');
    pass(100, 102);
    expect(reported()).toEqual([]);
  });
});

describe('rules', () => {
  it.each([
    ['>', [61], [60, 59]],
    ['<', [59], [60, 61]],
    ['>=', [60, 61], [59]],
    ['<=', [60, 59], [61]],
    ['==', [60], [59, 61]],
  ])('compare with %s', (operator, holds, fails) => {
    const { actions, reported } = bench();
    actions.accept('automation', ` g : humid :${operator}: 60 :D1:digit:1`);
    for (const humid of holds) {
      actions.measured({ temp: 60, humid });
      expect(reported()).toEqual(['ioact D1:act:1']);
    }
    for (const humid of fails) actions.measured({ temp: 60, humid });
    expect(reported()).toEqual([]);
  });

  it('compare 32-bit floats', () => {
    const { actions, reported } = bench();
    actions.accept('automation', 'g:temp:==:0.1:D1:digit:1');
    actions.measured({ temp: 0.1 });
    expect(reported()).toHaveLength(1);
  });

  it('fire again with every reading, by output and by event', () => {
    const { actions, reported } = bench();
    actions.accept('automation', 'gpio:a:>:1:D1:pwm:128,event:a:>:1:hot::1,e:b:<:0:cold:any:2');
    actions.measured({ b: -1, a: 2 });
    expect(reported()).toEqual(['eventact Event:cold:2', 'ioact D1:act:128', 'eventact Event:hot:1']);
    actions.measured({ b: -1, a: 2 });
    expect(reported()).toHaveLength(3);
  });

  it('skip what they cannot read, take garbage for 0, and go with "no"', () => {
    const { actions, reported } = bench();
    actions.accept('automation', 'x:a:>:1:D1:digit:1,g:a:!=:1:D1:digit:1,g:a:>:1:D1:digit,g:a:>:warm:D2:digit:1');
    actions.measured({ a: 0.5 });
    expect(reported()).toEqual(['ioact D2:act:1']);
    actions.accept('automation', 'no');
    actions.measured({ a: 0.5 });
    expect(reported()).toEqual([]);
    expect(actions.rules.length).toBe(0);
  });

  it('with a limit take their output back, and flap while they hold', () => {
    const { actions, clock } = bench();
    actions.accept('automation', 'g:a:>:1:D1:digit:1:3:0');
    const levels = [0, 1, 2, 3, 4, 5, 6, 7].map((second) => {
      clock.now = second * 1000;
      actions.revertDue();
      if (second % 2 === 0) actions.measured({ a: 2 });
      return actions.outputs.get('D1');
    });
    expect(levels).toEqual([1, 1, 1, 0, 1, 0, 1, 0]);
  });

  it('book ten reverts, and switch without one when all are taken', () => {
    const { actions, clock, reported } = bench();
    actions.accept('automation', 'g:a:>:1:D1:digit:1:60:0,g:b:>:1:D2:digit:1:60:0');
    for (let reading = 0; reading < 10; reading++) actions.measured({ a: 2 });
    actions.measured({ b: 2 });
    reported();
    clock.now = 60_000;
    actions.revertDue();
    expect(reported()).toEqual(Array(10).fill('ioact D1:act:0'));
    expect(actions.outputs.get('D2')).toBe(1);
    actions.revertDue();
    expect(reported()).toEqual([]);
  });
});
