import { expect, test } from 'vitest';
import { combineHooks } from './combined-hooks.ts';
import type { BoardMessage, BoardSession, FeatureHooks } from './device-broker.ts';

const session = { espid: 'A' } as BoardSession;
const message = { subtopic: 'ioact' } as BoardMessage;

const broken: FeatureHooks = {
  boardConnected() {
    throw new Error('broken');
  },
  boardMessage() {
    throw new Error('broken');
  },
};

test('a feature that throws keeps no other one from hearing of a board', () => {
  const calls: unknown[] = [];
  const others: FeatureHooks = { boardConnected: ({ espid }) => void calls.push(espid) };
  combineHooks([broken, others], (_level, _text, details) => void calls.push(details)).boardConnected(session);
  expect(calls).toEqual([{ hook: 'boardConnected', err: new Error('broken') }, 'A']);
});

test('a report is stored when every feature has taken it in, and not acknowledged when one of them failed', async () => {
  const calls: string[] = [];
  const features: FeatureHooks[] = [
    { boardMessage: () => calls.push('control') > 0 },
    { boardMessage: () => void calls.push('health') },
    { boardReported: async () => void calls.push('reports') },
  ];
  await combineHooks(features, () => undefined).boardMessage(session, message);
  expect(calls.splice(0)).toEqual(['control', 'health', 'reports']);
  const hooks = combineHooks([broken, ...features], () => undefined);
  expect(() => hooks.boardMessage(session, message)).toThrow('broken');
  expect(calls).toEqual(['control', 'health', 'reports']);
});
