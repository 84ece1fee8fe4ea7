import type { Blueprint } from '@cyno/contract';
import { expect, it } from 'vitest';
import { withTextsOf } from './built-in-text.ts';

const blueprint: Blueprint = {
  ...{
    format: 'cyno-blueprint',
    version: 1,
    kind: 'automation',
    name: 'Of the server',
    description: '',
    definition: {},
  },
  inputs: [
    { id: 'device', kind: 'device', label: 'Device' },
    { id: 'message', kind: 'text', label: 'Text', default: 'Door' },
    { id: 'newer', kind: 'time', label: 'Newer', default: 0 },
  ],
};

it('words a blueprint that comes with the product, and leaves what it does not know', () => {
  expect(withTextsOf('door-left-open', blueprint)).toMatchObject({
    name: 'Door left open',
    inputs: [
      { id: 'device', label: 'Board with the door sensor' },
      { id: 'message', label: 'Message', default: 'The door is still open' },
      { id: 'newer', label: 'Newer' },
    ],
  });
  expect(withTextsOf('unknown', blueprint)).toBe(blueprint);
});
