import { expect, test } from 'vitest';
import { parseIoCommand } from './index.ts';

test.each([
  ['D1:digit:1', [{ pin: 'D1', mode: 'digit', value: 1 }], []],
  [
    'D1:digit:on,D2:digit:low',
    [
      { pin: 'D1', mode: 'digit', value: 1 },
      { pin: 'D2', mode: 'digit', value: 0 },
    ],
    [],
  ],
  ['25:DAC:128:x\n', [{ pin: '25', mode: 'DAC', value: 128 }], []],
  ['Event:set:42:setpoint', [], [{ name: 'setpoint', value: '42' }]],
  ['D1:pwm:200,Event:set:auto:Mode', [{ pin: 'D1', mode: 'pwm', value: 200 }], [{ name: 'Mode', value: 'auto' }]],
])('%s is read', (text, outputs, events) => {
  expect(parseIoCommand(text)).toEqual({ outputs, events, problem: null });
});

test.each([
  '',
  ',',
  'D1',
  'D1:1',
  ':digit:1',
  'D1:act:1',
  'D1:dac:1',
  'D1:digit:1:x:y',
  'D1:digit:1,',
  'Event:led:1',
  'Event:set::led',
  'Event:set:1:',
  'Event:set:1:2:led',
  '{"pin":"D1"}',
  Array.from({ length: 41 }, () => 'D1:digit:1').join(','),
])('%s is refused as a whole, with a sentence', (text) => {
  const { outputs, events, problem } = parseIoCommand(text);
  expect([...outputs, ...events]).toEqual([]);
  expect(problem).toMatch(/\.$/);
});

test.each(['D1:digit:high ', 'D1:digit:-1', 'D1:pwm:1e2', 'D1:pwm:0x10', 'D1:pwm: 1', 'D1:pwm:', 'D1:pwm:on'])(
  'the value of %s is no number that a pin could have',
  (text) => {
    const [output] = parseIoCommand(text).outputs;
    expect(text === 'D1:digit:high ' ? output?.value === 1 : Number.isNaN(output?.value)).toBe(true);
  },
);
