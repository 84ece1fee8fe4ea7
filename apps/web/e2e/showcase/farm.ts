import { boardId, type KitName, kits, type VirtualBoard } from '@cyno/virtual-board';
import { startBoard } from '../support/boards.ts';
import { type Readings, readingsOf } from '../support/past-day.ts';

interface FarmBoard {
  readonly espid: string;
  readonly name: string;
  readonly kit: KitName;
  readonly family: 'esp8266' | 'esp32';
  /** False: it went offline hours ago and stays so. */
  readonly isOnline: boolean;
  /** When it was away, in hours ago. */
  readonly gap?: { readonly from: number; readonly to: number };
}

/** The account that owns the farm. */
export const farmOwner = { email: 'narin@example.com', password: 'Green-house-77' } as const;

/** How the farm's boards reach the server. */
export interface FarmAccess {
  readonly connectionKey: string;
  readonly http: string;
  readonly mqtts: string;
}

/** The farm's clock, ahead of UTC. */
export const utcOffsetHours = 7;
const daySeconds = 86_400;
/** How far above its bottom the tank's sensor hangs, cm. */
const sensorHeight = 40;
const firstMac = 0x0f_a2_00_00;
const intervalMs = 2_000;

/** The boards of the showcase account; the dashboard shows them by their order. */
export const farmBoards: readonly FarmBoard[] = (
  [
    { name: 'Greenhouse 1', kit: 'climate', isOnline: true, gap: { from: 5.2, to: 4.7 } },
    { name: 'Nursery tank', kit: 'tank', isOnline: true },
    { name: 'Main meter', kit: 'power', isOnline: true },
    { name: 'Classroom 3/2', kit: 'air', isOnline: true },
    { name: 'Chilli bed', kit: 'soil', isOnline: true },
    { name: 'Cold room', kit: 'climate', isOnline: false, gap: { from: 2, to: -1 } },
  ] as const
).map((board, index) => {
  const family = index % 2 === 0 ? 'esp8266' : 'esp32';
  return { ...board, family, espid: boardId(family, firstMac + index) };
});

/** What a board measures. The level of a tank is that above its bottom: that below its sensor is negative, which a farm would not look at. */
export function farmReadings({ espid, kit }: FarmBoard): Readings {
  const read = readingsOf(espid, kit);
  return (moment) => {
    const { level, ...values } = read(moment);
    return level === undefined ? values : { level: Math.round((sensorHeight + level) * 10) / 10, ...values };
  };
}

/** The readings at the farm's time of day from the first one: a board learns it from the server a moment later. */
const atFarmTime =
  (read: Readings): Readings =>
  ({ elapsedS }) =>
    read({ secondOfDay: (Date.now() / 1_000 + utcOffsetHours * 3_600) % daySeconds, elapsedS });

/** Starts a board of the farm; it measures what `read` gives, or with null nothing. */
export function startFarmBoard(
  board: FarmBoard,
  { connectionKey, http, mqtts }: FarmAccess,
  read: Readings | null,
): Promise<VirtualBoard> {
  const { espid, family, kit } = board;
  return startBoard({
    espid,
    family,
    kit: read ? { ...kits[kit], begin: () => atFarmTime(read) } : kit,
    email: farmOwner.email,
    key: connectionKey,
    mqtts,
    otaUrl: http,
    // Without readings it only makes itself known.
    intervalMs: read ? intervalMs : 3_600_000,
  });
}

/** Starts the boards that are online; each continues its readings where they are known. */
export function startFarm(access: FarmAccess, readings?: ReadonlyMap<string, Readings>): Promise<VirtualBoard[]> {
  const online = farmBoards.filter(({ isOnline }) => isOnline);
  return Promise.all(
    online.map((board) => startFarmBoard(board, access, readings?.get(board.espid) ?? farmReadings(board))),
  );
}
