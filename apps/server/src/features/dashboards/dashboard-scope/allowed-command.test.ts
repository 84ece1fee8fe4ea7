import type { Widget, WidgetContent } from '@cyno/contract';
import { expect, test } from 'vitest';
import { isAllowed } from './allowed-command.ts';
import type { DashboardScope, ScopedDevice } from './dashboard-scope.ts';

const target = { kind: 'event', name: 'level' } as const;
const range = { title: 'Level', target, unit: '' };

/** Whether a control with this content that is exposed lets a visitor send a value. */
function takes(content: WidgetContent, value: string): boolean {
  const scope = { exposed: new Set(['one']) } as unknown as DashboardScope;
  const device = { widgets: [{ id: 'one', content } as Widget] } as unknown as ScopedDevice;
  return isAllowed(scope, device, { kind: 'event', device: '1', name: 'level', value });
}

test.each([
  [{ min: 0, max: 100, step: 5 }, ['0', '35', '100'], ['36', '0.5', '-5', '105', '']],
  [{ min: 0, max: 1, step: 0.1 }, ['0.3', '0.7', '1'], ['0.35', '0.31']],
  [{ min: -2, max: 2, step: 1 / 3 }, ['-1.666667', '0.333333', '2'], ['0.3', '0.33']],
  [{ min: 1, max: 10, step: 2 }, ['3', '9', '10'], ['2', '8']],
])('a slider and a number of %j send whole steps', (bounds, sent, others) => {
  for (const type of ['slider', 'number'] as const) {
    const content = { type, ...range, ...bounds };
    expect([...sent, ...others].filter((value) => takes(content, value))).toEqual(sent);
  }
});

test('a stepper sends what lies within its bounds, because it counts from what was reported', () => {
  const content = { type: 'stepper', ...range, min: 0, max: 100, step: 5 } as const;
  expect(['28', '100', '101', 'x'].filter((value) => takes(content, value))).toEqual(['28', '100']);
});

test('a colour is one', () => {
  const content = { type: 'colour', title: 'Lamp', target } as const;
  const rgb = ['255;0;12', '999;999;999', '256;0;0', '1;2', '#ffffff'];
  expect(rgb.filter((value) => takes({ ...content, format: 'rgb' }, value))).toEqual(['255;0;12']);
  expect(['#ffAA00', '#fff', '1;2;3'].filter((value) => takes({ ...content, format: 'hex' }, value))).toEqual([
    '#ffAA00',
  ]);
});
