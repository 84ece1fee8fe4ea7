import {
  type BoardClock,
  boardId,
  createVirtualBoard,
  type Kit,
  type KitName,
  kits,
  seededRandom,
  type VirtualBoard,
} from '@cyno/virtual-board';

export type BoardFamily = Parameters<typeof boardId>[0];

/** Boards with a longer interval send only what a test sends. */
const longestIntervalMs = 60_000;
let serial = 0;

/** An espid that no other board of the run has. */
export function boardIdOf(family: BoardFamily): string {
  serial += 1;
  return boardId(family, ((process.pid & 0xffff) << 12) + serial);
}

/** Starts a virtual board over TLS, waits until the server has let it in, and sends its first readings at once. */
export async function startBoard(options: {
  espid: string;
  family: BoardFamily;
  kit: KitName | Kit;
  email: string;
  key?: string;
  mqtts: string;
  /** Default: twice a second. */
  intervalMs?: number;
  /** Where it downloads updates: the product's `http`. */
  otaUrl?: string;
  clock?: BoardClock;
}): Promise<VirtualBoard> {
  const { hostname, port } = new URL(options.mqtts);
  const { mqtts, intervalMs = 500, ...rest } = options;
  const { espid, kit } = options;
  const board = createVirtualBoard({ ...rest, host: hostname, port: Number(port), tls: true, intervalMs });
  const online = new Promise<void>((resolve, reject) => {
    board.on((event) => {
      if (event.type === 'subscribed') resolve();
      if (event.type === 'refused') reject(new Error(`The board was refused with code ${event.returnCode}.`));
    });
  });
  board.start();
  await online;
  // By itself it would begin an interval later.
  if (intervalMs <= longestIntervalMs) {
    const read = (typeof kit === 'string' ? kits[kit] : kit).begin(seededRandom(espid.length));
    board.update(read({ secondOfDay: 43_200, elapsedS: 0 }));
  }
  return board;
}
