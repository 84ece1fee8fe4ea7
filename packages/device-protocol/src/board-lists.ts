import type { BoardFamily } from './board-family.ts';
import { isFirmwareAtLeast } from './firmware.ts';
import { boardTopic } from './topic.ts';

/** What a board keeps of timers, or of rules: entries, and bytes of the whole list. */
export interface ListCapacity {
  readonly count: number;
  readonly bytes: number;
}

/** Of a packet: its type, the length field, and the length of the topic. */
const frameBytes = 5;

/**
 * The room for each of the two lists: below the board's buffer by what a usual topic takes, and by more for a long id. An ESP32 whose
 * firmware is not known may have the smaller buffer of the first releases.
 */
export function listCapacity(board: { espid: string; family: BoardFamily; firmware: string | null }): ListCapacity {
  const isSmall = board.family === 'esp8266' || board.family === 'other';
  const isLarge = !isSmall && isFirmwareAtLeast(board.firmware, '1.0.8');
  const [usual, buffer] = isLarge ? [950, 1024] : [450, 512];
  const capacity = buffer - frameBytes - Buffer.byteLength(boardTopic(board.espid, 'automation'));
  return { count: isSmall ? 20 : 40, bytes: Math.min(usual, capacity) };
}

/** The payload of `timer` or `automation`: the entries, or the word that clears the list; boards drop an empty message. */
export const listPayload = (entries: readonly string[]): string => (entries.length === 0 ? 'no' : entries.join(','));

/** The entries of such a payload. */
export const listEntries = (payload: string): string[] => (payload === 'no' ? [] : payload.split(','));
