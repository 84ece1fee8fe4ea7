import { expect, test } from 'vitest';
import { automationAction } from '../automation/definitions.ts';
import { widgetContent } from '../dashboards/widgets.ts';
import { eventRequest } from './control.ts';

/** Every place in which people name an event and its value. */
const accepts = (name: string, value: string): boolean[] => [
  eventRequest.safeParse({ name, value }).success,
  automationAction.safeParse({ kind: 'event', name, value }).success,
  widgetContent.safeParse({ type: 'button', title: '', target: { kind: 'event', name }, value }).success,
];

test.each([
  ['mode', 'auto'],
  ['โหมด', '😀'],
])('an event %j may become %j', (name, value) => {
  expect(accepts(name, value)).toEqual([true, true, true]);
});

test.each([
  ['a\0', '1'],
  ['a\n', '1'],
  ['\ud800', '1'],
  ['a', '\x7f'],
  ['a', 'b\0'],
  ['a', '\udc00'],
])('an event %j cannot become %j', (name, value) => {
  expect(accepts(name, value)).toEqual([false, false, false]);
});
