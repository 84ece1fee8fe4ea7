import { expect, it } from 'vitest';
import { commandText } from './command-line.ts';

const named = {
  outputs: [{ pin: 'D1', name: 'Fan', mode: 'digit' }] as never,
  events: [{ name: 'Start', label: 'Start at' }] as never,
};

it.each([
  ['command', 'io D1:digit:1,D5:pwm:102,Event:set:42:Start', 'Fan on, D5 to 40 %, and Start at = 42'],
  ['command', 'event Event:Mode:a:b', 'Mode = a:b'],
  ['command', 'reset, asked for by ann@example.com', 'Wipe settings'],
  ['command', 'timer D1:digit:1', 'Timers sent to the board'],
  ['act', 'D1:act:0', 'Fan off'],
  ['act', 'D7:act:3', 'D7 = 3'],
  ['act', 'Event:Start:40', 'Start at = 40'],
] as const)('the %s “%s” means “%s”', (kind, text, meaning) => {
  expect(commandText({ kind, text }, named)).toBe(meaning);
});

it.each([
  ['command', 'io D1:digit:1,D5'],
  ['command', 'event Mode'],
  ['command', 'ota/start https://example.com/image'],
  ['act', 'what a sketch wrote'],
  ['debug', 'Event:Start:40'],
] as const)('leaves the %s “%s” as it is', (kind, text) => {
  expect(commandText({ kind, text }, named)).toBeNull();
});
