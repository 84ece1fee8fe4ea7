import type { VirtualBoard } from '@cyno/virtual-board';
import { expect } from '@playwright/test';

/**
 * Publishes values one after the other, each as soon as the board may send again, and waits for the echo of each, which the server
 * sends once it is stored. The board must send nothing by itself meanwhile.
 */
export async function sendValues(board: VirtualBoard, ...messages: readonly Record<string, number>[]): Promise<void> {
  for (const values of messages) {
    let sent: string | undefined;
    let isStored = false;
    const stopListening = board.on((event) => {
      if (!('payload' in event) || event.subtopic !== 'data/update') return;
      if (event.type === 'sent') sent = event.payload;
      else isStored ||= event.payload === sent;
    });
    const trySending = () => {
      if (sent === undefined) board.update(values);
      return sent !== undefined;
    };
    await expect.poll(trySending, { intervals: [450] }).toBe(true);
    await expect.poll(() => isStored, { intervals: [20] }).toBe(true);
    stopListening();
  }
}
