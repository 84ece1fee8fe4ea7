import { expect, it } from 'vitest';
import { mergedFlags, notesAt } from './chart-notes.ts';

it('makes one flag of those that would lie on each other, in the most urgent tone', () => {
  const flags = [
    { at: 200, tone: 'note' },
    { at: 100, tone: 'note' },
    { at: 110, tone: 'problem' },
    { at: 123, tone: 'good' },
    { at: 124, tone: 'note' },
  ] as const;
  expect(mergedFlags(flags, 24)).toEqual([
    { at: 100, tone: 'problem', count: 3 },
    { at: 124, tone: 'note', count: 1 },
    { at: 200, tone: 'note', count: 1 },
  ]);
});

it('a note says its text within reach of its flag', () => {
  const plot = { valToPos: (at: number) => at / 1000 };
  const notes = [
    { from: 50_000, to: null, tone: 'note' as const, text: 'Filter changed' },
    { from: 90_000, to: null, tone: 'note' as const, text: 'Window open' },
  ];
  expect(notesAt(plot, notes, 58_000)).toEqual(['Filter changed']);
  expect(notesAt(plot, notes, 70_000)).toEqual([]);
});
