import type { CommandReason } from '@cyno/contract';
import { eventPayload, joinSegments, type OutputMode, outputSegment } from '@cyno/device-protocol';
import type { Clock } from '../../../platform/clock.ts';
import { isConfirmedBy, isSameTarget, type OpenCommand, type ReportedAction } from './command.ts';

/** The library can lose messages that come closer together. */
const spacingMs = 300;
const retryAfterMs = 2_000;
const giveUpAfterMs = 5_000;
/** What is owed waits so long after it got no response, each time twice as long. */
const shortestPauseMs = 10_000;
const longestPauseMs = 5 * 60_000;
/** The clock may be far back and set right meanwhile; timers of Node end at once above 2^31 ms. */
const longestWaitMs = 60_000;
const noResponse: CommandReason = 'The board did not answer within 5 s.';
const notSent: CommandReason = 'The server could not send it. Look into its log.';

interface QueueDeps {
  readonly clock: Clock;
  /** Sends to the board; false when it is not connected. */
  send(subtopic: 'io' | 'event', payload: string): boolean;
  /** The longest payload that an `io` message to this board may have. */
  maxIoBytes(): number;
  /** False: its firmware reports nothing of what it is sent, so that nothing is to be sent twice. */
  confirms(): boolean;
  /** Hears of commands that wait from now on, before any of them is sent. */
  added(commands: readonly OpenCommand[]): void;
  /** Hears of every change of state, in the order in which they happen. */
  changed(commands: readonly OpenCommand[]): void;
  /** Resolves when all changes so far are stored; rejects when the database did not take them. */
  stored(): Promise<void>;
}

/** A message on its way to the board. */
interface Flight {
  readonly subtopic: 'io' | 'event';
  readonly commands: Set<OpenCommand>;
  /** False while it waits to be stored, before it is sent. */
  isSent: boolean;
}

/** The note on a command to firmware 1.0.2 and 1.0.3, which reports nothing by itself (device protocol, 7.1). */
export const cannotConfirm: CommandReason = 'Sent. This firmware cannot confirm it.';

/**
 * The commands of one board, sent one message at a time: outputs together in one, events one by one, each at least 300 ms after the
 * one before and after its response. A board that does not respond within 2 s is requested once more; after 5 s the command has
 * failed. One whose firmware cannot respond gets each command once. The second half of what was switched for a time is owed: it waits
 * until the board did it, or what a newer request set.
 */
export class CommandQueue {
  readonly #deps: QueueDeps;
  #waiting: OpenCommand[] = [];
  #flight: Flight | undefined;
  /** Of performance.now(), which no change of the clock moves. */
  #nextSendAt = 0;
  /** When each command may be sent and when it expires at the latest, of performance.now(): the clock may be set back meanwhile. */
  readonly #latest = new WeakMap<OpenCommand, { readonly sendAt: number; readonly expireAt: number }>();
  /** Until when what is owed and got no response waits, of performance.now(), and how long that is. */
  #pauses = new WeakMap<OpenCommand, { readonly untilAt: number; readonly ms: number }>();
  /** The newest report of an event until its echo left, or `untilAt` of performance.now(). */
  #unechoed: { readonly payload: string; readonly untilAt: number } | undefined;
  #timer: NodeJS.Timeout | undefined;
  #online = false;

  constructor(deps: QueueDeps) {
    this.#deps = deps;
  }

  get size(): number {
    return this.#waiting.length + (this.#flight?.commands.size ?? 0);
  }

  /** The newest command for a target that has no outcome yet and may be sent now. */
  openFor(kind: OpenCommand['kind'], target: string): OpenCommand | undefined {
    const all = [...(this.#flight?.commands ?? []), ...this.#waiting];
    return all.findLast((one) => one.kind === kind && one.target === target && one.notBefore === null);
  }

  /** Adds commands; waiting ones for the same targets are superseded, unless they are owed: the added ones may come to nothing. */
  add(added: readonly OpenCommand[]): void {
    // A second half that is taken up after a start replaces nothing, least of all its first half.
    const targets = new Set(added.filter((one) => one.notBefore === null).map(keyOf));
    const superseded = this.#waiting.filter((one) => !one.owed && targets.has(keyOf(one)));
    this.#waiting = [...this.#waiting.filter((one) => !superseded.includes(one)), ...added];
    for (const one of added) this.#limit(one);
    this.#deps.added(added);
    this.#end(superseded, 'superseded', null);
    this.#pump();
  }

  /** Also of a board that was never seen to leave: what was on its way may be lost. */
  connected(): void {
    this.disconnected();
    this.#online = true;
    this.hold();
    this.#pump();
  }

  /** What was on its way waits for the board to come back, unless doing it twice would harm. */
  disconnected(): void {
    this.#online = false;
    this.#pauses = new WeakMap();
    clearTimeout(this.#timer);
    const flight = this.#flight;
    this.#flight = undefined;
    if (flight) this.#requeue(flight);
    this.#pump();
  }

  /** For how long nothing may be sent to the board, ms. */
  get restMs(): number {
    return Math.max(0, Math.ceil(this.#nextSendAt - performance.now()));
  }

  /** Keeps the distance to a message that was sent past the queue. */
  hold(): void {
    this.#nextSendAt = performance.now() + spacingMs;
  }

  /** The board reported a target: ends the command on its way, and returns it. */
  confirmed(action: ReportedAction): OpenCommand | undefined {
    if (action.kind === 'event') {
      const payload = eventPayload({ name: action.target, value: action.value });
      this.#unechoed = { payload, untilAt: performance.now() + retryAfterMs };
    }
    const flight = this.#flight;
    const found = [...(flight?.commands ?? [])].find((one) => isConfirmedBy(one, action));
    if (!flight || !found) return undefined;
    flight.commands.delete(found);
    this.#acknowledge(found, this.#deps.clock.now());
    if (flight.commands.size === 0) {
      this.#flight = undefined;
      this.#pump();
    }
    return found;
  }

  /** The echo of the report of an event left, or never will. */
  echoed(payload: string): void {
    if (this.#unechoed?.payload !== payload) return;
    this.#unechoed = undefined;
    this.#pump();
  }

  /** The board reported a target at `at`: ends what it had been sent by then and waits to be sent again, and returns it. */
  confirmedBefore(action: ReportedAction, at: number): OpenCommand | undefined {
    const found = this.#waiting.find((one) => isConfirmedBy(one, action) && one.sentAt !== null && one.sentAt <= at);
    if (!found) return undefined;
    this.#waiting = this.#waiting.filter((one) => one !== found);
    this.#acknowledge(found, at);
    return found;
  }

  /** Requeues commands that wait; of one that is on its way the board's response still counts, but it is not sent again. */
  withdraw(match: (command: OpenCommand) => boolean, reason: CommandReason): void {
    const flying = [...(this.#flight?.commands ?? [])].filter(match);
    const unsent = this.#flight?.isSent ? [] : flying;
    for (const one of flying) one.once = true;
    for (const one of unsent) this.#flight?.commands.delete(one);
    if (this.#flight?.commands.size === 0) this.#flight = undefined;
    const gone = [...unsent, ...this.#waiting.filter((one) => one.notBefore === null && match(one))];
    if (gone.length === 0) return;
    this.#drop(gone, 'failed', reason);
    this.#pump();
  }

  close(): void {
    clearTimeout(this.#timer);
    this.#flight = undefined;
  }

  #pump(): void {
    if (this.#flight) return;
    clearTimeout(this.#timer);
    this.#expire();
    const ready = this.#waiting.filter((one) => this.#isReady(one));
    if (!this.#online || ready.length === 0) {
      this.#wakeAfter(this.#nextChangeMs());
      return;
    }
    if (this.restMs > 0) {
      this.#wakeAfter(this.restMs);
      return;
    }
    const { subtopic, payload, commands } = this.#compose(ready);
    // The library takes a message that equals its own last one for the echo, and drops it (device protocol, 2.4).
    const echoMs = this.#unechoed?.payload === payload ? this.#unechoed.untilAt - performance.now() : 0;
    if (echoMs > 0) {
      this.#wakeAfter(echoMs);
      return;
    }
    const isRisky = subtopic === 'event' && commands.some(({ once }) => once);
    if (!isRisky && !this.#deps.send(subtopic, payload)) {
      this.#wakeAfter(this.#nextChangeMs());
      return;
    }
    const flight = this.#depart(subtopic, commands, !isRisky);
    if (isRisky) void this.#sendWhenStored(flight, payload);
  }

  /** Notes that commands are on their way to the board. */
  #depart(subtopic: Flight['subtopic'], commands: readonly OpenCommand[], isSent: boolean): Flight {
    const now = this.#deps.clock.now();
    this.hold();
    this.#waiting = this.#waiting.filter((one) => !commands.includes(one));
    for (const one of commands) {
      one.state = 'sent';
      one.sentAt = now;
    }
    const postponed = commands.flatMap((one) => this.#postponeBackswitch(one, now));
    const flight = { subtopic, commands: new Set(commands), isSent };
    this.#flight = flight;
    this.#awaitResponse();
    this.#deps.changed([...commands, ...postponed]);
    for (const back of postponed) this.#replaceOwed(back);
    return flight;
  }

  #awaitResponse(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#resend(), retryAfterMs);
  }

  /** A server that is killed leaves what it had sent as if it waited, until that is stored: the next one would do it twice. */
  async #sendWhenStored(flight: Flight, payload: string): Promise<void> {
    const isStored = await this.#deps.stored().then(
      () => true,
      () => false,
    );
    // Meanwhile the board may have gone, or reported it by itself.
    if (this.#flight !== flight || flight.commands.size === 0) return;
    if (isStored && this.#deps.send(flight.subtopic, payload)) {
      flight.isSent = true;
      this.hold();
      this.#awaitResponse();
      for (const one of flight.commands) one.sentAt = this.#deps.clock.now();
      return;
    }
    clearTimeout(this.#timer);
    this.#flight = undefined;
    for (const one of flight.commands) one.sentAt = null;
    this.#putBack([...flight.commands], null);
    this.#wakeAfter(retryAfterMs);
  }

  /** A momentary output is switched back so long after it was switched, not after it was requested. */
  #postponeBackswitch(switched: OpenCommand, now: number): OpenCommand[] {
    const back = this.#waiting.find((one) => one.notBefore !== null && isNewer(one, switched));
    if (!back?.notBefore) return [];
    back.owed = true;
    back.notBefore = now + back.notBefore - back.createdAt;
    this.#limit(back);
    return [back];
  }

  /** The oldest command decides; all outputs that are ready go with an output, as many as fit. */
  #compose(ready: readonly OpenCommand[]): { subtopic: 'io' | 'event'; payload: string; commands: OpenCommand[] } {
    const [first] = ready;
    if (first?.kind === 'event') {
      return {
        subtopic: 'event',
        payload: eventPayload({ name: first.target, value: first.value }),
        commands: [first],
      };
    }
    const all = ready.filter((one) => one.kind === 'output');
    const outputs = all.filter((one) => all.find((other) => other.target === one.target) === one);
    const segments = outputs.map(segmentOf);
    const [payload = ''] = joinSegments(segments, this.#deps.maxIoBytes());
    return { subtopic: 'io', payload, commands: outputs.slice(0, payload.split(',').length) };
  }

  #resend(): void {
    const flight = this.#flight;
    if (!flight) return;
    if (this.restMs > 0) {
      this.#timer = setTimeout(() => this.#resend(), this.restMs);
      return;
    }
    const left = [...flight.commands];
    if (flight.isSent && !this.#deps.confirms()) {
      this.#flight = undefined;
      this.#end(left, 'unconfirmed', cannotConfirm);
      this.#pump();
      return;
    }
    const payload =
      flight.subtopic === 'io'
        ? left.map(segmentOf).join(',')
        : eventPayload({ name: left[0]?.target ?? '', value: left[0]?.value ?? '' });
    // A momentary event that the board did get must not happen twice; an output only becomes what it is.
    if (flight.subtopic === 'io' || !left[0]?.once) this.#deps.send(flight.subtopic, payload);
    this.hold();
    // Where the process stood still, timers come before the response that arrived meanwhile.
    this.#timer = setTimeout(() => setImmediate(() => this.#giveUp(flight)), giveUpAfterMs - retryAfterMs);
  }

  #giveUp(flight: Flight): void {
    if (this.#flight !== flight) return;
    const left = [...flight.commands];
    this.#flight = undefined;
    const owed = left.filter((one) => one.owed);
    const failed = left.filter((one) => !one.owed);
    for (const one of owed) this.#pause(one);
    const reason = flight.isSent ? noResponse : notSent;
    this.#putBack(owed, reason);
    this.#end(failed, 'failed', reason);
    this.#pump();
  }

  #requeue({ commands: flown, isSent }: Flight): void {
    const commands = [...flown];
    const confirms = this.#deps.confirms();
    const mayRepeat = (one: OpenCommand) =>
      confirms && !one.once && !this.#waiting.some((other) => isNewer(other, one));
    const again = commands.filter((one) => one.owed || mayRepeat(one));
    const lost = commands.filter((one) => !again.includes(one));
    this.#putBack(again, null);
    if (confirms || !isSent) this.#end(lost, 'failed', 'The connection broke before the board answered.');
    else this.#end(lost, 'unconfirmed', cannotConfirm);
  }

  #putBack(commands: readonly OpenCommand[], reason: CommandReason | null): void {
    if (commands.length === 0) return;
    for (const one of commands) Object.assign(one, { state: 'queued', reason });
    this.#waiting.unshift(...commands);
    this.#deps.changed(commands);
  }

  #pause(one: OpenCommand): void {
    const before = this.#pauses.get(one);
    const ms = before ? Math.min(2 * before.ms, longestPauseMs) : shortestPauseMs;
    this.#pauses.set(one, { untilAt: performance.now() + ms, ms });
  }

  #acknowledge(one: OpenCommand, at: number): void {
    one.answeredAt = at;
    this.#end([one], 'acknowledged', null);
    this.#replaceOwed(one);
  }

  /** A newer command takes the place of what is owed for its target. */
  #replaceOwed(newer: OpenCommand): void {
    const replaced = this.#waiting.filter((one) => one.owed && isNewer(newer, one));
    this.#waiting = this.#waiting.filter((one) => !replaced.includes(one));
    this.#end(replaced, 'superseded', null);
  }

  /** What was switched for a time is switched back, however late. */
  #expire(): void {
    const expired = this.#waiting.filter((one) => one.notBefore === null && this.#isExpired(one));
    this.#drop(expired, 'expired', 'The board did not come back in time.');
  }

  /** Ends commands that wait, and with them the second halves of what was never switched; what is owed still comes. */
  #drop(gone: readonly OpenCommand[], state: OpenCommand['state'], reason: CommandReason): void {
    const keys = new Set(gone.map(keyOf));
    const pointless = this.#waiting.filter((one) => one.notBefore !== null && !one.owed && keys.has(keyOf(one)));
    this.#waiting = this.#waiting.filter((one) => !gone.includes(one) && !pointless.includes(one));
    this.#end(gone, state, reason);
    this.#end(pointless, 'superseded', null);
  }

  #limit(one: OpenCommand): void {
    const aheadMs = performance.now() - this.#deps.clock.now();
    this.#latest.set(one, { sendAt: aheadMs + (one.notBefore ?? 0), expireAt: aheadMs + one.expiresAt });
  }

  #isReady(one: OpenCommand): boolean {
    const { sendAt = 0 } = this.#latest.get(one) ?? {};
    const isDue = (one.notBefore ?? 0) <= this.#deps.clock.now() || sendAt <= performance.now();
    if (!isDue || (this.#pauses.get(one)?.untilAt ?? 0) > performance.now()) return false;
    // Its own first half goes before it, and what was requested meanwhile instead of it.
    return (
      one.notBefore === null || !this.#waiting.some((other) => other.notBefore === null && isSameTarget(other, one))
    );
  }

  #isExpired(one: OpenCommand): boolean {
    const { expireAt = 0 } = this.#latest.get(one) ?? {};
    return one.expiresAt <= this.#deps.clock.now() || expireAt <= performance.now();
  }

  #end(commands: readonly OpenCommand[], state: OpenCommand['state'], reason: CommandReason | null): void {
    for (const one of commands) {
      one.state = state;
      one.reason = reason;
    }
    if (commands.length > 0) this.#deps.changed(commands);
  }

  /** In how long the next of the waiting commands may be sent or expires. */
  #nextChangeMs(): number | undefined {
    const [now, steady] = [this.#deps.clock.now(), performance.now()];
    const waits = this.#waiting.flatMap((one) => {
      const { sendAt = 0, expireAt = 0 } = this.#latest.get(one) ?? {};
      const { untilAt = 0 } = this.#pauses.get(one) ?? {};
      return [(one.notBefore ?? 0) - now, one.expiresAt - now, sendAt - steady, expireAt - steady, untilAt - steady];
    });
    const coming = waits.filter((ms) => ms > 0);
    return coming.length > 0 ? Math.min(...coming) : undefined;
  }

  #wakeAfter(ms: number | undefined): void {
    if (ms === undefined) return;
    this.#timer = setTimeout(() => this.#pump(), Math.min(Math.max(1, Math.ceil(ms)), longestWaitMs));
  }
}

/** Whether a command was requested after another one for the same target, or is its second half. */
const isNewer = (one: OpenCommand, than: OpenCommand): boolean => one.id > than.id && isSameTarget(one, than);

const keyOf = ({ kind, target }: OpenCommand): string => `${kind} ${target}`;

const segmentOf = ({ target, mode, value }: OpenCommand): string =>
  outputSegment({ pin: target, mode: mode as OutputMode, value: Number(value) });
