import { serverReasons } from '@cyno/contract';
import { expect, it } from 'vitest';
import { placementNote, placementText } from './placement-text.ts';

const withValues = [
  'the board keeps 20 timers at most.',
  'the board keeps 700 bytes of rules at most.',
  'another automation sets D1 too, and the board would undo that with each measurement.',
];

it.each([...serverReasons, ...withValues, 'the board is tired.'])('says why the server does it: %s', (reason) => {
  const text = `Runs on the server: ${reason}`;
  expect(placementText({ where: 'server', reason: text })).toBe(text);
});

it.each([
  'On the board it runs at 07:00:01, because its timers must not run at the same second.',
  'On the board it runs at 00:00:02, because its clock shows the first second of Sunday twice.',
])('says what was changed for the board: %s', (note) => {
  expect(placementNote({ note })).toBe(note);
});
