import type { Socket } from 'node:net';
import type { WebSocket } from 'ws';
import { measureTurn, WorkBudget } from '../work-budget/index.ts';
import { closeCodes } from './close-codes.ts';
import { socketLimits, workOfSocket } from './socket-limits.ts';

interface GuardDeps {
  readonly socket: WebSocket;
  /** The connection below it. */
  readonly raw: Pick<Socket, 'prependListener' | 'off'>;
  /** What everything of the same network, and later of the same account, may cost. */
  budgetOf(key: string, now: number): WorkBudget;
  /** The network that it comes from. */
  readonly network: string;
  /** Called once, when it has authenticated or is closed. */
  onProvedOrClosed(): void;
  /** Called when it is closed because it sends more than it may. */
  onRefused(key: string): void;
}

const oneSecondMs = 1_000;

/**
 * One WebSocket, of which nothing is parsed that it may not send: frames are short until it has authenticated, their number is checked
 * before their content, and what it costs is counted for it and for its account or network. Above that it is not read for a while, and
 * it is closed when it stays above. After a close nothing of it is read.
 */
export class GuardedSocket {
  readonly #deps: GuardDeps;
  readonly #budget = new WorkBudget(workOfSocket, performance.now());
  readonly #timers = new Set<NodeJS.Timeout>();
  #key: string;
  #isProved = false;
  #isHeard = false;
  #isClosed = false;
  #bytesAfterClose = 0;
  #messages = 0;
  #secondBegan = performance.now();

  constructor(deps: GuardDeps) {
    this.#deps = deps;
    this.#key = deps.network;
    const { socket, raw } = deps;
    const received = (chunk: Buffer) => this.#received(chunk.length);
    // Before the WebSocket's own listener, so that parsing counts.
    raw.prependListener('data', received);
    socket.on('ping', (data) => {
      if (this.#mayReceive(data.length)) socket.pong(data);
    });
    socket.on('pong', (data) => this.#mayReceive(data.length));
    // What is no WebSocket, or longer than any message: the library closes it.
    socket.once('error', () => deps.onRefused(this.#key));
    socket.once('close', () => {
      raw.off('data', received);
      this.#end();
      for (const timer of this.#timers) clearTimeout(timer);
    });
    const closeSilent = () => {
      if (!this.#isHeard) this.close(closeCodes.late, 'No hello within 5 s.');
    };
    // Where the process stood still, timers come before what arrived meanwhile.
    this.#after(socketLimits.helloWithinMs, () => setImmediate(closeSilent));
  }

  /** Calls the listener with the text of each message that may be looked at. */
  onMessage(listener: (text: string) => void): void {
    this.#deps.socket.on('message', (data: Buffer, isBinary) => {
      if (!this.#mayReceive(data.length)) return;
      this.#isHeard = true;
      if (isBinary) this.close(closeCodes.badMessage, 'Not a message of the live protocol.');
      else listener(data.toString());
    });
  }

  /** The other side has authenticated: longer frames are taken, and what it costs is counted for its account. */
  prove(key: string): void {
    this.#key = key;
    if (this.#isProved || this.#isClosed) return;
    this.#isProved = true;
    this.#deps.onProvedOrClosed();
  }

  get isClosed(): boolean {
    return this.#isClosed;
  }

  /** Sends the reason and closes; nothing that still comes is read. */
  close(code: number, reason: string): void {
    const { socket } = this.#deps;
    if (this.#isClosed) return;
    this.#end();
    socket.close(code, reason);
    this.#after(socketLimits.closeWithinMs, () => socket.terminate());
  }

  #refuse(code: number, reason: string): void {
    this.#deps.onRefused(this.#key);
    this.close(code, reason);
  }

  #end(): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.#deps.socket.removeAllListeners('message');
    if (!this.#isProved) this.#deps.onProvedOrClosed();
  }

  #mayReceive(bytes: number): boolean {
    if (this.#isClosed) return false;
    const now = performance.now();
    if (now - this.#secondBegan >= oneSecondMs) {
      this.#secondBegan = now;
      this.#messages = 0;
    }
    this.#messages += 1;
    const { messagesPerSecond, maxFrameBytes, maxFrameBytesBeforeHello } = socketLimits;
    if (this.#messages > messagesPerSecond) this.#refuse(closeCodes.tooMany, 'Too many messages.');
    else if (bytes > (this.#isProved ? maxFrameBytes : maxFrameBytesBeforeHello)) {
      this.#refuse(closeCodes.tooBig, 'This message is too long.');
    }
    return !this.#isClosed;
  }

  #received(bytes: number): void {
    if (this.#isClosed) {
      // What was on its way is let through, so that the other side learns why.
      this.#bytesAfterClose += bytes;
      if (this.#bytesAfterClose > socketLimits.maxBytesAfterClose) this.#deps.socket.terminate();
    }
    measureTurn((ms) => {
      const now = performance.now();
      const shared = this.#deps.budgetOf(this.#key, now);
      for (const budget of [this.#budget, shared]) budget.spend({ bytes, ms }, now);
      this.#pauseWhileOver(Math.max(this.#budget.waitMs(now), shared.waitMs(now)), now);
    });
  }

  #pauseWhileOver(waitMs: number, now: number): void {
    const { socket } = this.#deps;
    if (waitMs === 0 || this.#isClosed || socket.isPaused) return;
    if (this.#budget.overForMs(now) > socketLimits.overWithinMs) {
      this.#refuse(closeCodes.tooMany, 'Too much work for one connection. Wait a minute.');
      return;
    }
    socket.pause();
    this.#after(waitMs, () => socket.resume());
  }

  #after(ms: number, action: () => void): void {
    const timer = setTimeout(() => {
      this.#timers.delete(timer);
      action();
    }, ms);
    this.#timers.add(timer);
  }
}
