import { expect, test } from 'vitest';
import { textReply } from './reply.ts';
import { sendInOrder } from './send-in-order.ts';

test('what becomes known while the reply is on its way comes after it, also where that fails', async () => {
  const sent: string[] = [];
  const slow = Promise.withResolvers<void>();
  const sending = sendInOrder({
    async find(later) {
      later('Done.');
      return textReply('It runs.');
    },
    async send(reply) {
      await slow.promise;
      sent.push(reply?.text ?? '');
      throw new Error('no connection');
    },
    sendLater: async ({ text }) => void sent.push(text),
  });
  expect(sent).toEqual([]);
  slow.resolve();
  await expect(sending).rejects.toThrow('no connection');
  await expect.poll(() => sent).toEqual(['It runs.', 'Done.']);
});
