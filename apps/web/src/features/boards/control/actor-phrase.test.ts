import { expect, test } from 'vitest';
import { actorPhrase } from './actor-phrase.ts';

test.each([
  [{ kind: 'person', name: 'ann@example.com' }, 'by you'],
  [{ kind: 'person', name: 'bob@example.com' }, 'by bob@example.com'],
  [{ kind: 'person', name: null }, 'by somebody'],
  [{ kind: 'token', name: 'ann@example.com' }, 'through your access token'],
  [{ kind: 'token', name: 'bob@example.com' }, 'through an access token of bob@example.com'],
  [{ kind: 'rule', name: 'Soil dry' }, 'because of the rule “Soil dry”'],
  [{ kind: 'timer', name: 'Breakfast' }, 'by the timer “Breakfast”'],
  [{ kind: 'timer', name: null }, 'by the timer that is gone'],
  [{ kind: 'board', name: null }, 'by the board itself'],
  [{ kind: 'person', name: 'ann@example.com', scene: 'Evening' }, 'by you, with the scene “Evening”'],
] as const)('%j is told as “%s”', (actor, text) => {
  expect(actorPhrase(actor, 'ann@example.com')).toBe(text);
});
