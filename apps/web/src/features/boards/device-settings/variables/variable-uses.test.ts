import type { VariableUses } from '@cyno/contract';
import { expect, test } from 'vitest';
import { usesText } from './variable-uses.ts';

const alert = { kind: 'alert', name: 'Too hot', device: null } as const;
const rule = { kind: 'automation', name: 'Fan', device: 'Shed' } as const;

test.each<[VariableUses, string | null]>([
  [{ uses: [], hidden: 0 }, null],
  [{ uses: [alert], hidden: 0 }, 'These will get no values: alert “Too hot”.'],
  [{ uses: [alert, rule], hidden: 0 }, 'These will get no values: alert “Too hot” and automation “Fan” of Shed.'],
  [
    { uses: [alert, rule], hidden: 2 },
    'These will get no values: alert “Too hot”, automation “Fan” of Shed, and 2 more.',
  ],
  [
    { uses: Array.from({ length: 7 }, () => alert), hidden: 0 },
    `These will get no values: ${'alert “Too hot”, '.repeat(5)}and 2 more.`,
  ],
  [{ uses: [], hidden: 1 }, 'These will get no values: 1 item of its owner.'],
])('%j', (uses, text) => {
  expect(usesText(uses)).toBe(text);
});
