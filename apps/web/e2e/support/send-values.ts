import type { VirtualBoard } from '@cyno/virtual-board';
import { expect } from '@playwright/test';

/** Publishes values one after the other, each as soon as the board may send again. The board must send nothing by itself meanwhile. */
export async function sendValues(board: VirtualBoard, ...messages: readonly Record<string, number>[]): Promise<void> {
  for (const values of messages) {
    let isSent = false;
    const stopListening = board.on((event) => {
      if (event.type === 'sent' && event.subtopic === 'data/update') isSent = true;
    });
    const trySending = () => {
      if (!isSent) board.update(values);
      return isSent;
    };
    await expect.poll(trySending, { intervals: [450] }).toBe(true);
    stopListening();
  }
}
