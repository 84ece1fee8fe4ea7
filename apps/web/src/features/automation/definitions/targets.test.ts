import type { ControlState } from '@cyno/contract';
import { expect, test } from 'vitest';
import { actionFor, chosenOption, modesOf, otherEvent, targetOptions } from './targets.ts';

const control = {
  outputs: [
    { pin: 'D1', mode: 'digit', name: 'Pump' },
    { pin: 'D5', mode: 'pwm', name: null },
  ],
  events: [
    { name: 'Mode', label: null, widget: 'choice', reported: 'auto' },
    { name: 'Go', label: 'Start', widget: 'button', reported: null },
  ],
  pins: [
    { pin: 'A0', modes: [] },
    { pin: 'D1', modes: ['digit', 'pwm'] },
    { pin: 'D2', modes: ['digit', 'pwm'] },
  ],
} as unknown as ControlState;

test('what is set up comes first, and a pin that can only be read does not come at all', () => {
  const labels = targetOptions(control, null, []).map(({ label }) => label);
  expect(labels).toEqual(['D1 (Pump)', 'D5', 'Mode', 'Start', 'D2', 'Another event', 'Send a message']);
});

test('a pin that the board does not know is stored as it was chosen', () => {
  const chosen = { kind: 'output', pin: '33', mode: 'digit', value: '1' } as const;
  expect(targetOptions(control, chosen, [])[0]).toEqual({ id: 'output 33', label: '33' });
});

test.each([
  ['output D1', { kind: 'output', pin: 'D1', mode: 'digit', value: '1' }],
  ['output D5', { kind: 'output', pin: 'D5', mode: 'pwm', value: '255' }],
  ['output D2', { kind: 'output', pin: 'D2', mode: 'digit', value: '1' }],
  ['event Go', { kind: 'event', name: 'Go', value: '1' }],
  ['event Mode', { kind: 'event', name: 'Mode', value: 'auto' }],
  [otherEvent, { kind: 'event', name: '', value: '' }],
  ['notify', { kind: 'notify', text: '' }],
])('%s begins with a value that fits', (id, action) => {
  expect(actionFor(id, control)).toEqual(action);
});

test('an event that is not set up is another one', () => {
  expect(chosenOption(control, { kind: 'event', name: 'Mode', value: '' })).toBe('event Mode');
  expect(chosenOption(control, { kind: 'event', name: 'led', value: '' })).toBe(otherEvent);
});

test('an output is driven as it was set up, a free pin in every way that it knows', () => {
  expect(modesOf(control, 'D1')).toEqual(['digit']);
  expect(modesOf(control, 'D2')).toEqual(['digit', 'pwm']);
  expect(modesOf(undefined, 'D2')).toEqual(['digit']);
});

test('scenes can be chosen, and one that is not the reader’s is still there', () => {
  const scenes = [{ id: 3, name: 'Evening' }];
  expect(targetOptions(control, null, scenes).at(-1)).toEqual({ id: 'scene 3', label: 'Evening', detail: 'scene' });
  expect(actionFor('scene 3', control)).toEqual({ kind: 'scene', sceneId: 3 });
  const [first] = targetOptions(control, { kind: 'scene', sceneId: 9 }, scenes);
  expect(first).toMatchObject({ id: 'scene 9', label: 'A scene' });
});
