import { serverReasons } from '@cyno/contract';
import { expect, it } from 'vitest';
import { placementText } from './placement-text.ts';

it.each([...serverReasons, 'the board keeps 20 timers at most.'])('says why the server does it: %s', (reason) => {
  const text = `Runs on the server: ${reason}`;
  expect(placementText({ where: 'server', reason: text })).toBe(text);
});
