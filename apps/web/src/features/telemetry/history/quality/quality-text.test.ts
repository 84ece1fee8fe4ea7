import { expect, it } from 'vitest';
import { qualityText } from './quality-text.ts';

it.each<[[string, string] | null, string]>([
  [['10.0.0.2', '10.0.0.3'], 'Two boards use this id: 10.0.0.2 is connected, 10.0.0.3 is refused. Turn one off'],
  [null, 'Two boards use this id, and one is refused. Turn one off'],
])('reports two boards with one id, with their addresses %o', (addresses, expected) => {
  const health = { starts: [], startCount: 0, signal: [], twoBoards: { at: 1, addresses } };
  const nothing = { since: null, offline: [], gaps: [], calibrated: [] };
  expect(qualityText({ ...nothing, span: { from: 0, to: 1 }, health })).toContain(expected);
});
