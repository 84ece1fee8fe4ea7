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

const plot = { valToPos: (at: number) => at / 1000 };

it('a note says its text within reach of its flag', () => {
  const notes = [
    { from: 50_000, to: null, tone: 'note' as const, text: 'Filter changed' },
    { from: 90_000, to: null, tone: 'note' as const, text: 'Window open' },
  ];
  expect(notesAt(plot, notes, 58_000)).toEqual(['Filter changed']);
  expect(notesAt(plot, notes, 70_000)).toEqual([]);
});

it('a span says its text all along, and many are counted', () => {
  const alert = (minute: number, to: number) => ({
    from: minute * 60_000,
    to: to * 60_000,
    tone: 'problem' as const,
    text: `Warning: ${minute}`,
  });
  expect(notesAt(plot, [alert(10, 20)], 15 * 60_000)).toEqual(['Warning: 10']);
  expect(notesAt(plot, [alert(10, 20)], 21 * 60_000)).toEqual([]);
  const many = [1, 2, 3, 4, 5].map((minute) => alert(minute, 20));
  expect(notesAt(plot, many, 15 * 60_000)).toEqual(['Warning: 5', 'Warning: 4', 'Warning: 3', 'and 2 more']);
});
