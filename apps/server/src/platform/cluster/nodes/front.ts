import { randomBytes } from 'node:crypto';
import type { Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import type { Clock } from '../../clock.ts';
import type { Logger } from '../../log/index.ts';
import { Multiplexer } from '../link/multiplexer.ts';
import type { Client, RelayedSocket } from '../link/relayed-socket.ts';
import type { Nats } from '../nats.ts';
import { linkResponse, nodeOrder, protocolVersion, subjectsOf } from './protocol.ts';

/** A client that connects while nobody serves waits so long for who takes over. */
const holdMs = 8_000;
/** A board waits 15 s for its TLS handshake (device protocol 1.4): for so long until somebody serves, and then for those of all others. */
const handshakeHoldMs = 12_000;
const maxHeld = 10_000;
const maxUnheardBytes = 16 * 1024;
/** A client that has taken none of its last bytes for so long never will. */
const lingerMs = 30_000;
const retryMs = 250;
const stateMs = 1_000;
const natsAwayMs = 3_000;

interface FrontOptions {
  readonly nats: Nats;
  readonly name: string;
  readonly version: string;
  readonly clock: Clock;
  readonly log: Logger;
  /** Called when clients can be brought to the one that serves, each time. */
  onLinked(): void;
  /** Called when this server is to bring nobody any more (true), or again. */
  onDrain(drain: boolean): void;
}

/** A client that connected to this server. */
interface Arrival {
  readonly socket: Socket;
  readonly client: Client;
}

interface Held extends Arrival {
  readonly timer: NodeJS.Timeout;
}

/** A server that serves, by its name and by the tag of its start. */
interface Serving {
  readonly name: string;
  readonly tag: string;
}

interface OpenLink {
  readonly multiplexer: Multiplexer;
  readonly unsubscribe: () => void;
}

/** On a server that does not serve: brings its clients to the one that does. */
export class Front {
  readonly #options: FrontOptions;
  readonly #held = new Set<Held>();
  readonly #joined = new Set<Socket>();
  /** Boards that were sent nothing yet, with what detaches them from the link. */
  readonly #unheard = new Map<Socket, () => Arrival>();
  readonly #ending = new AbortController();
  /** Takes clients when this server serves. */
  #accept: ((socket: Socket, client: Client) => void) | undefined;
  /** TLS handshakes that begin when somebody serves. */
  readonly #waiting = new Set<(isServed: boolean) => void>();
  #serving: Serving | undefined;
  #link: OpenLink | undefined;
  /** When the newest link ended, by `performance.now()`: for a while its clients wait for the next one. */
  #linkedUntil = Number.NEGATIVE_INFINITY;
  #isDrained = false;
  /** Why the one that serves takes no link of this server; null: it did not refuse. */
  #refused: string | null = null;
  #reporting: NodeJS.Timeout | undefined;

  constructor(options: FrontOptions) {
    this.#options = options;
  }

  start(): void {
    this.#reporting = setInterval(() => this.#report(), stateMs);
    void this.#run();
  }

  /** From now on this is the server that serves. */
  follow(serving: Serving): void {
    if (this.#serving?.tag === serving.tag) return;
    this.#serving = serving;
    this.#refused = null;
    this.#unlink();
  }

  /** Why clients are not brought to the one that serves, for its operator; null: they are. */
  get problem(): string | null {
    const { awayMs } = this.#options.nats;
    if (this.#isDrained) return 'This server is drained: it brings nobody to the one that serves.';
    // Another server of NATS takes the connection over within a second, and nobody notices.
    if (awayMs > natsAwayMs) return 'NATS cannot be reached, so this server brings nobody to the one that serves.';
    if (this.#link || performance.now() - this.#linkedUntil < holdMs) return null;
    return (
      this.#refused ??
      `${this.#serving?.name ?? 'The server that serves'} does not respond over NATS. It is starting, or has no NATS_URL or another one.`
    );
  }

  /** An administrator takes this server out of use. */
  get isDrained(): boolean {
    return this.#isDrained;
  }

  /** Clients that this server has brought to the one that serves. */
  get joined(): ReadonlySet<Socket> {
    return this.#joined;
  }

  /** True: there is a link, or one may come: NATS is connected and nobody has refused it, or this server takes over. */
  get mayRelay(): boolean {
    if (this.#refused !== null) return false;
    // A link outlasts a connection to NATS that is being made again.
    return this.#link !== undefined || this.#options.nats.isConnected || this.#ending.signal.aborted;
  }

  /** Brings a client to the one that serves. While there is none it waits 8 s, and `late` is called then. */
  relay(socket: Socket, client: Client, late: () => void = () => socket.destroy()): void {
    if (this.#accept) {
      this.#accept(socket, client);
      // One that was detached from a link is paused.
      if (socket.isPaused()) socket.resume();
    } else if (this.#link) this.#join({ socket, client }, this.#link.multiplexer.open(client));
    else this.#hold({ socket, client }, late);
  }

  /** Resolves with true as soon as somebody serves, who has just responded; with false when nobody has within 12 s. */
  served(): Promise<boolean> {
    return new Promise((resolve) => {
      const waiting = (isServed: boolean) => {
        clearTimeout(timer);
        this.#waiting.delete(waiting);
        resolve(isServed);
      };
      const timer = setTimeout(() => waiting(false), handshakeHoldMs);
      this.#waiting.add(waiting);
      this.#check(waiting);
    });
  }

  /** Ends all connections: this server serves soon, and clients wait for it. */
  takeOver(): void {
    this.#ending.abort();
    clearInterval(this.#reporting);
    this.#refused = null;
    this.#unlink();
  }

  /** This server serves: its clients, those that wait and those that come, are taken here. */
  deliver(accept: (socket: Socket, client: Client) => void): void {
    this.#accept = accept;
    for (const { socket, client } of this.#takeHeld()) this.relay(socket, client);
    for (const waiting of [...this.#waiting]) waiting(true);
  }

  /** Closes what waits. */
  stop(): void {
    this.takeOver();
    this.#accept = (socket) => void socket.destroy();
    for (const waiting of [...this.#waiting]) waiting(false);
    for (const { socket } of this.#takeHeld()) socket.destroy();
  }

  #check(waiting: (isServed: boolean) => void): void {
    if (this.#accept) waiting(true);
    else void this.#link?.multiplexer.roundTrip().then(() => waiting(true));
  }

  async #run(): Promise<void> {
    const { signal } = this.#ending;
    while (!signal.aborted) {
      const serving = this.#serving;
      if (serving && !this.#link && this.#options.nats.isConnected) await this.#makeLink(serving);
      await pause(retryMs, undefined, { signal }).catch(() => undefined);
    }
  }

  async #makeLink(serving: Serving): Promise<void> {
    const { nats, name, version, log } = this.#options;
    const subjects = subjectsOf(serving.tag);
    const id = randomBytes(16).toString('hex');
    const multiplexer: Multiplexer = new Multiplexer({
      publish: (message) => nats.publish(subjects.up(id), message),
      onMessage: (message) => this.#order(message),
      onLost: (why) => {
        log.warn({ server: serving.name, why }, 'The link to the server that serves was lost');
        if (this.#link?.multiplexer === multiplexer) this.#unlink();
      },
    });
    const unsubscribe = nats.subscribe(subjects.down(id), (message) => multiplexer.receive(message));
    const request = { protocol: protocolVersion, link: id, name, version };
    // While it starts nobody responds.
    const response = await nats.request(subjects.link, request).catch(() => undefined);
    const refused = linkResponse.safeParse(response).data?.refused;
    if (refused !== null || this.#ending.signal.aborted || this.#serving !== serving) {
      multiplexer.end();
      unsubscribe();
      if (refused && this.#refused !== refused) log.error({ server: serving.name }, refused);
      this.#refused = refused ?? null;
      return;
    }
    this.#refused = null;
    this.#link = { multiplexer, unsubscribe };
    log.info({ server: serving.name }, 'Clients of this server are brought to the one that serves');
    this.#report();
    for (const { socket, client } of this.#takeHeld()) this.relay(socket, client);
    for (const waiting of this.#waiting) this.#check(waiting);
    this.#options.onLinked();
  }

  #unlink(): void {
    const link = this.#link;
    this.#link = undefined;
    // The one that served may have been dead already: a board whose attempt fails waits 15 s until the next one.
    for (const detach of [...this.#unheard.values()]) this.#hold(detach());
    if (link) this.#linkedUntil = performance.now();
    link?.multiplexer.end();
    link?.unsubscribe();
  }

  #order(message: unknown): void {
    const { drain } = nodeOrder.parse(message);
    if (drain === this.#isDrained) return;
    this.#isDrained = drain;
    this.#report();
    this.#options.onDrain(drain);
  }

  #report(): void {
    this.#link?.multiplexer.message({ now: this.#options.clock.now(), drained: this.#isDrained });
  }

  /** Joins a client's socket with its connection over the link, until either ends. */
  #join(held: Arrival, relayed: RelayedSocket): void {
    const { socket } = held;
    this.#joined.add(socket);
    // Its listeners go first: a pipe that ends pauses what it reads from.
    socket.pipe(relayed).pipe(socket);
    const leave = () => {
      this.#joined.delete(socket);
      // What a client sent before it ended still goes to the server, whose own end is awaited then.
      if (relayed.writableEnded) relayed.resume();
      else relayed.destroy();
    };
    socket.once('close', leave);
    // What the client sends now is for nobody.
    relayed.once('end', () => socket.unpipe(relayed));
    relayed.once('left', () => socket.setTimeout(lingerMs, () => socket.destroy()));
    relayed.once('close', () => {
      socket.setTimeout(lingerMs, () => socket.destroy());
      socket.destroySoon();
    });
    socket.on('error', () => socket.destroy());
    if (held.client.kind === 'boards') this.#noteUnheard(held, { relayed, leave });
  }

  /** Until a board is sent something, what it sent is stored: if the link ends, it goes over the next one. */
  #noteUnheard(held: Arrival, { relayed, leave }: { relayed: RelayedSocket; leave: () => void }): void {
    const { socket } = held;
    const sent: Buffer[] = [];
    let sentBytes = 0;
    const note = (chunk: Buffer) => {
      sent.push(chunk);
      sentBytes += chunk.length;
      // No board sends so much before it is let in.
      if (sentBytes > maxUnheardBytes) heard();
    };
    const heard = () => {
      this.#unheard.delete(socket);
      socket.off('data', note).off('close', heard);
      relayed.off('data', heard).off('close', heard);
    };
    socket.on('data', note).once('close', heard);
    relayed.once('data', heard).once('close', heard);
    this.#unheard.set(socket, () => {
      heard();
      this.#joined.delete(socket);
      socket.off('close', leave);
      socket.unpipe(relayed);
      relayed.unpipe(socket).removeAllListeners();
      socket.unshift(Buffer.concat(sent));
      return held;
    });
  }

  #hold(held: Arrival, late: () => void = () => held.socket.destroy()): void {
    const { socket } = held;
    if (this.#held.size >= maxHeld) {
      socket.destroy();
      return;
    }
    const waiting = {
      ...held,
      timer: setTimeout(() => {
        this.#held.delete(waiting);
        late();
      }, holdMs),
    };
    this.#held.add(waiting);
    socket.on('error', () => socket.destroy());
    socket.once('close', () => {
      clearTimeout(waiting.timer);
      this.#held.delete(waiting);
    });
  }

  #takeHeld(): Arrival[] {
    const held = [...this.#held].filter(({ socket }) => !socket.destroyed);
    for (const { timer } of this.#held) clearTimeout(timer);
    this.#held.clear();
    return held;
  }
}
