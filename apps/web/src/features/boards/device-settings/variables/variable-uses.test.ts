import type { VariableUses } from '@cyno/contract';
import { expect, test } from 'vitest';
import { usesText } from './variable-uses.ts';

const alert = { kind: 'alert', name: 'Too hot', device: null } as const;
const rule = { kind: 'automation', name: 'Fan', device: 'Shed' } as const;

test.each<[VariableUses, string | null]>([
  [{ uses: [], hidden: 0 }, null],
  [{ uses: [alert], hidden: 0 }, 'Used by the alert “Too hot”.'],
  [{ uses: [alert, rule], hidden: 0 }, 'Used by the alert “Too hot” and the automation “Fan” of Shed.'],
  [{ uses: [alert, rule], hidden: 2 }, 'Used by the alert “Too hot”, the automation “Fan” of Shed and 2 more.'],
  [
    { uses: Array.from({ length: 7 }, () => alert), hidden: 0 },
    `Used by ${'the alert “Too hot”, '.repeat(4)}the alert “Too hot” and 2 more.`,
  ],
  [{ uses: [], hidden: 1 }, 'Used by 1 of its owner’s.'],
])('%j', (uses, text) => {
  expect(usesText(uses)).toBe(text);
});
