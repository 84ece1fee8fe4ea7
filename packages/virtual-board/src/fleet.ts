import { createHash } from 'node:crypto';
import type { BoardFamily } from '@cyno/device-protocol';
import type { VirtualBoard } from './board-api.ts';
import { boardId } from './board-id.ts';
import { type KitName, kits } from './kits.ts';
import { seededRandom } from './signals.ts';
import { createVirtualBoard } from './virtual-board.ts';

export interface FleetOptions {
  email: string;
  key?: string;
  host: string;
  port: number;
  tls: boolean;
  boards: number;
  intervalMs: number;
  /** `mixed` takes all kits in turn. */
  kit: KitName | 'mixed';
  family: Exclude<BoardFamily, 'other'>;
  /** Over how long the starts are spread. */
  spreadMs: number;
  /** Where the boards download updates, when that is not `host` by https. */
  otaUrl?: string;
}

/** Counts since the start; `online` and `connecting` are of this moment. */
export interface FleetCounts {
  online: number;
  connecting: number;
  sent: number;
  received: number;
  refused: number;
  lost: number;
}

export interface Fleet {
  readonly boards: readonly VirtualBoard[];
  counts(): FleetCounts;
  start(): void;
  stop(): Promise<void>;
}

/** Makes many boards of one account. The same e-mail gives the same ids each time, so that a fleet comes back as itself. */
export function createFleet(options: FleetOptions): Fleet {
  const counts = { sent: 0, received: 0, refused: 0, lost: 0 };
  const kitNames = Object.keys(kits) as KitName[];
  const boards = Array.from({ length: options.boards }, (_, index) => {
    const mac = createHash('sha256').update(`${options.email} ${index}`).digest().readUInt32BE();
    const board = createVirtualBoard({
      ...options,
      espid: boardId(options.family, mac),
      kit: options.kit === 'mixed' ? (kitNames[index % kitNames.length] ?? 'climate') : options.kit,
      random: seededRandom(mac),
    });
    board.on((event) => {
      if (event.type === 'sent') counts.sent++;
      else if (event.type === 'received') counts.received++;
      else if (event.type === 'refused') counts.refused++;
      else if (event.type === 'closed' && event.reason !== 'stopped' && event.reason !== 'refused') counts.lost++;
    });
    return board;
  });
  const timers: NodeJS.Timeout[] = [];
  return {
    boards,
    counts: () => ({
      ...counts,
      online: boards.filter((board) => board.state === 'online').length,
      connecting: boards.filter((board) => board.state === 'connecting').length,
    }),
    start() {
      for (const [index, board] of boards.entries()) {
        timers.push(setTimeout(() => board.start(), (index / boards.length) * options.spreadMs));
      }
    },
    async stop() {
      for (const timer of timers.splice(0)) clearTimeout(timer);
      await Promise.all(boards.map((board) => board.stop()));
    },
  };
}
