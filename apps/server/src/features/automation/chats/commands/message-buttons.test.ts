import { expect, test } from 'vitest';
import { MessageButtons } from './message-buttons.ts';

const buttons = new MessageButtons({
  tokens: { findPressed: async () => undefined },
  actions: { perform: async () => ({ code: 'over_before' }) },
  outputs: { offered: async () => [] },
  switches: { pressedOn: async () => ({ text: '', buttons: [] }) },
});

test('a message offers to snooze it to those who may operate the device, the others only acknowledge it', async () => {
  const labels = async (mayOperate: boolean) => {
    const rows = await buttons.under(1, { kind: 'active', key: 'key', events: [], mayOperate }, 'en');
    return rows.flat().map(({ label }) => label);
  };
  expect(await labels(true)).toEqual(['Acknowledge', 'Snooze 1 h']);
  expect(await labels(false)).toEqual(['Acknowledge']);
});
