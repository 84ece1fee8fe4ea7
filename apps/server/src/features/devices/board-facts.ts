import type { DeviceRecord } from './devices.directory.ts';

const announceMs = 1_000;

/** What a board says about itself: its network and firmware, or the sketch that runs on it. */
export type BoardFact = 'info' | 'template';

/** Tells what boards say about themselves, each thing once a second at most: a board can say it thousands of times. */
export class BoardFacts {
  readonly #tell: (device: DeviceRecord, fact: BoardFact) => void;
  readonly #waiting = new Map<DeviceRecord, Set<BoardFact>>();

  constructor(tell: (device: DeviceRecord, fact: BoardFact) => void) {
    this.#tell = tell;
  }

  changed(device: DeviceRecord, fact: BoardFact): void {
    const waiting = this.#waiting.get(device);
    if (waiting) {
      waiting.add(fact);
      return;
    }
    const facts = new Set([fact]);
    this.#waiting.set(device, facts);
    const announce = () => {
      this.#waiting.delete(device);
      for (const one of facts) this.#tell(device, one);
    };
    setTimeout(announce, announceMs).unref();
  }
}
