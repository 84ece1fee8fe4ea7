import type { AutomationDefinition } from '@cyno/contract';
import {
  type BoardRule,
  type BoardTimer,
  type ListCapacity,
  listCapacity,
  listPayload,
  ruleEntry,
  timerEntry,
} from '@cyno/device-protocol';
import { mayContradict, targetOf } from '../definitions/index.ts';
import { boardEntry, type EntryBoard } from './board-entry.ts';

/** An automation as far as its place matters. */
export interface PlannedAutomation {
  readonly id: number;
  readonly enabled: boolean;
  readonly definition: AutomationDefinition;
}

/** Where an automation runs, why, and what was changed for the board. */
export interface PlannedPlace {
  readonly where: 'board' | 'server';
  readonly reason: string;
  readonly note: string | null;
}

/** One of the two lists of a board: what is in it by the ids of the automations. */
export interface PlannedList<Entry> {
  readonly payload: string;
  readonly entries: ReadonlyMap<number, { readonly text: string; readonly entry: Entry }>;
  readonly capacity: ListCapacity;
  /** Bytes of the payload; 0 when the list is empty. */
  readonly bytes: number;
}

/** Which automations run on a board and which on the server. */
export interface BoardPlan {
  readonly places: ReadonlyMap<number, PlannedPlace>;
  readonly timers: PlannedList<BoardTimer>;
  readonly rules: PlannedList<BoardRule>;
}

const secondsOfDay = 86_400;

/**
 * Decides where each automation of a board runs; they come in the order in which they were made, so that what no longer fits into the
 * board's lists is the newest. One that is switched off takes no room.
 */
export function planBoard(board: EntryBoard, automations: readonly PlannedAutomation[]): BoardPlan {
  const capacity = listCapacity(board);
  const timers = new ListDraft<BoardTimer>(capacity, 'timers');
  const rules = new ListDraft<BoardRule>(capacity, 'rules');
  const seconds = new Set<number>();
  const places = new Map<number, PlannedPlace>();
  for (const automation of automations) {
    const { id, enabled } = automation;
    const entry = boardEntry(automation.definition, board);
    if (entry.kind === 'server') places.set(id, onServer(entry.reason));
    else if (!enabled) places.set(id, onBoard(null));
    else if (entry.kind === 'timer') places.set(id, placeTimer(id, entry.timer, { timers, seconds }));
    else {
      const reason = contradiction(automation, automations) ?? rules.add(id, ruleEntry(entry.rule), entry.rule);
      places.set(id, reason === null ? onBoard(null) : onServer(reason));
    }
  }
  return { places, timers: timers.finish(), rules: rules.finish() };
}

const onBoard = (note: string | null): PlannedPlace => ({
  where: 'board',
  reason: 'Runs on the board, also without network.',
  note,
});
const onServer = (reason: string): PlannedPlace => ({
  where: 'server',
  reason: `Runs on the server: ${reason}`,
  note: null,
});

/** No two timers of a board may run at the same second (protocol B1, B4): the later made one runs a second later. */
function placeTimer(
  id: number,
  timer: BoardTimer,
  { timers, seconds }: { timers: ListDraft<BoardTimer>; seconds: Set<number> },
): PlannedPlace {
  const start = timer.tod === 0 && runsOnSundays(timer) ? 2 : timer.tod;
  let tod = start;
  while (seconds.has(tod)) tod += 1;
  if (tod >= secondsOfDay) return onServer('other timers of the board run at the last seconds of the day.');
  const moved = { ...timer, tod };
  const reason = timers.add(id, timerEntry(moved), moved);
  if (reason !== null) return onServer(reason);
  seconds.add(tod);
  if (tod === timer.tod) return onBoard(null);
  const why =
    tod === start ? 'its clock shows the first second of Sunday twice' : 'its timers must not run at the same second';
  return onBoard(`On the board it runs at ${timeOfDay(tod)}, because ${why}.`);
}

/** The board's clock has the second 0 of Sunday twice (protocol B18). A timer for once is taken for one of any day. */
const runsOnSundays = ({ rep, days }: BoardTimer): boolean => rep !== 'w' || days.includes(0);

function contradiction({ id, definition }: PlannedAutomation, all: readonly PlannedAutomation[]): string | null {
  if (definition.kind !== 'rule') return null;
  const isContradicted = all.some(
    (other) => other.id !== id && other.enabled && mayContradict(definition, other.definition),
  );
  return isContradicted
    ? `another automation sets ${targetOf(definition.action)} too, and the board would undo that with each measurement.`
    : null;
}

/** `07:00:01` */
function timeOfDay(tod: number): string {
  const two = (number: number) => String(number).padStart(2, '0');
  return [Math.floor(tod / 3_600), Math.floor(tod / 60) % 60, tod % 60].map(two).join(':');
}

/** A list that is filled as long as the board has room. */
class ListDraft<Entry> {
  readonly #capacity: ListCapacity;
  readonly #what: string;
  readonly #entries = new Map<number, { text: string; entry: Entry }>();
  #bytes = 0;

  constructor(capacity: ListCapacity, what: string) {
    this.#capacity = capacity;
    this.#what = what;
  }

  /** Returns why it does not fit any more, or null. */
  add(id: number, text: string, entry: Entry): string | null {
    const comma = this.#entries.size === 0 ? 0 : 1;
    const bytes = this.#bytes + comma + Buffer.byteLength(text);
    if (this.#entries.size >= this.#capacity.count)
      return `the board keeps ${this.#capacity.count} ${this.#what} at most.`;
    if (bytes > this.#capacity.bytes) return `the board keeps ${this.#capacity.bytes} bytes of ${this.#what} at most.`;
    this.#entries.set(id, { text, entry });
    this.#bytes = bytes;
    return null;
  }

  finish(): PlannedList<Entry> {
    const payload = listPayload(Array.from(this.#entries.values(), ({ text }) => text));
    return { payload, entries: this.#entries, capacity: this.#capacity, bytes: this.#bytes };
  }
}
