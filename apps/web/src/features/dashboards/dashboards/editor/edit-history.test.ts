import { expect, test } from 'vitest';
import { afterEdit, beginning, type Edit } from './edit-history.ts';

const named = (name: string) => ({ name, widgets: [], espids: [], follows: null });
const change = (name: string, step?: string): Edit => ({ type: 'change', to: named(name), ...(step && { step }) });
const run = (...edits: Edit[]) => edits.reduce(afterEdit, beginning(named('start')));
const undo: Edit = { type: 'undo' };
const redo: Edit = { type: 'redo' };

test('goes back and forth, and no further than there is something', () => {
  expect(run(undo).present.name).toBe('start');
  expect(run(change('a'), change('b'), undo).present.name).toBe('a');
  expect(run(change('a'), change('b'), undo, undo, undo).present.name).toBe('start');
  expect(run(change('a'), change('b'), undo, undo, redo).present.name).toBe('a');
  expect(run(change('a'), redo).present.name).toBe('a');
});

test('a change after an undo ends what could be done again', () => {
  expect(run(change('a'), undo, change('b'), redo).present.name).toBe('b');
  expect(run(change('a'), undo, change('b'), undo).present.name).toBe('start');
});

test('steps of one movement are undone at once, but not those before an undo', () => {
  expect(run(change('a', 'move w1'), change('b', 'move w1'), undo).present.name).toBe('start');
  expect(run(change('a', 'move w1'), change('b', 'move w2'), undo).present.name).toBe('a');
  expect(run(change('a', 'move w1'), undo, redo, change('b', 'move w1'), undo).present.name).toBe('a');
});

test('forgets the oldest of many steps', () => {
  const many = run(...Array.from({ length: 150 }, (_, index) => change(String(index))));
  expect(many.past).toHaveLength(100);
});
