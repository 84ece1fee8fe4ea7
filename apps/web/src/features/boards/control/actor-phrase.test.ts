import { expect, test } from 'vitest';
import { actorPhrase } from './actor-phrase.ts';

test.each([
  [{ kind: 'person', name: 'ann@example.com' }, 'by you'],
  [{ kind: 'person', name: 'bob@example.com' }, 'by bob@example.com'],
  [{ kind: 'person', name: null }, 'by someone'],
  [{ kind: 'token', name: 'ann@example.com' }, 'with your access token'],
  [{ kind: 'token', name: 'bob@example.com' }, 'with an access token of bob@example.com'],
  [{ kind: 'rule', name: 'Soil dry' }, 'by rule “Soil dry”'],
  [{ kind: 'timer', name: 'Breakfast' }, 'by timer “Breakfast”'],
  [{ kind: 'timer', name: null }, 'by a deleted timer'],
  [{ kind: 'board', name: null }, 'by the board'],
  [{ kind: 'person', name: 'ann@example.com', scene: 'Evening' }, 'by you, with scene “Evening”'],
] as const)('%j is told as “%s”', (actor, text) => {
  expect(actorPhrase(actor, 'ann@example.com')).toBe(text);
});
