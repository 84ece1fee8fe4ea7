import { Socket } from 'node:net';
import { hostname } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import type { Logger } from '../log/index.ts';
import { StartError } from '../start-error.ts';
import type { Database } from './database.ts';
import { within } from './query-timeout.ts';
import {
  describeHolder,
  endHolder,
  endOthers,
  findHolder,
  findNamesakes,
  HeardConnections,
  holdsLock,
  isTakingOver,
  type LockHolder,
  lockNames,
  newTag,
  tagOf,
  tryLock,
} from './server-lock.ts';
import { beginTerm, newestTerm } from './serving-term.ts';

/** A server that has just stopped, or was killed, may still hold the lock for moments. */
const patienceMs = 5_000;
const retryMs = 500;
/** A connection whose other end vanished without a word is noticed after both. */
const pingMs = 2_000;
const pingTimeoutMs = 5_000;
/** Who serves and has sent nothing for so long serves nobody: its process hangs, or nobody reaches its machine. Longer than five pings. */
const silenceMs = 12_000;
/**
 * … found so often in a row. Counted, not timed by a clock: where the machine or the database stands still or is busy, who checks gets as
 * little time as who should be heard.
 */
const silentChecks = silenceMs / retryMs;
/** A server that hands over waits so long for another one to take over. */
const handOverMs = 5_000;
/** When the database is back, who served before has it first: longer than it takes to notice that a connection is dead. */
const headStartMs = pingMs + pingTimeoutMs + 2 * retryMs;
/** pg knows no query without a limit where the connection has one. */
const neverMs = 2 ** 31 - 1;

/** How a server behaves that is one of several. */
export interface Standby {
  readonly name: string;
  readonly version: string;
  /** Another one is to serve, if there is one. */
  readonly handsOver: boolean;
  /**
   * Called when another server works on the database, by its name, such as `barn-1 0.2.0 (10.0.0.5)`, and the tag of its start; rejects with a
   * StartError when this one cannot wait.
   */
  onWaiting(serving: string, tag: string): Promise<void>;
}

interface SoleServerOptions {
  readonly log: Logger;
  /** With it the server waits while another one serves, instead of being refused. */
  readonly standby?: Standby | undefined;
  /** Called when another server took the database while the connection to it was lost: this one must end. */
  onTaken(error: StartError): void;
}

/**
 * Makes sure that one server at a time works on the database: two would have boards, rules and live values of their own. It holds a session
 * lock on a connection of its own, which PostgreSQL gives free when this process ends, even by `kill -9`. When that connection was lost, also
 * without a word, as when the machine of the database vanished and a standby took its address, the others may be lost too: as soon as the
 * database can be reached again, they are cut, since the system would wait for them up to a quarter of an hour.
 *
 * Of several servers one serves and the others wait. Who takes over ends all connections of the one before, which can make no new ones that
 * count (`Database.fence`): what it does from then on reaches the database no more.
 */
export class SoleServer {
  readonly #database: Database;
  readonly #options: SoleServerOptions;
  readonly #stopping = new AbortController();
  /** Null: this server is the only one. */
  readonly #tag: string | null;
  readonly #names: ReturnType<typeof lockNames>;
  #client: pg.Client | undefined;
  #starting: Promise<void> | undefined;
  #holding: Promise<void> | undefined;
  /** Of connections that are not in use yet: what they wait for is cut when the server is to stop. */
  readonly #sockets = new Map<pg.Client, Socket>();
  /** 0: not begun. */
  #term = 0;
  /** When the connection last carried something, by `performance.now()`. */
  #heardAt = 0;

  constructor(database: Database, options: SoleServerOptions) {
    this.#database = database;
    this.#options = options;
    const { standby } = options;
    this.#tag = database.tag;
    this.#names = lockNames(database.tag ?? newTag(), standby ? `${standby.name} ${standby.version}` : hostname());
  }

  /**
   * Throws a StartError when another server keeps the database for five seconds; with a standby, waits as long as another one serves.
   * Rejects when it is stopped, also while it takes over.
   */
  async start(): Promise<void> {
    const { standby } = this.#options;
    this.#starting = standby ? this.#waitForLock(standby) : this.#take();
    await this.#starting;
    this.#holding = this.#hold();
  }

  /** To be called when the schema is up to date: from here on nobody continues who had the database before. */
  async begin(): Promise<void> {
    this.#term = await beginTerm(this.#database.pool);
  }

  /** False: another one may serve, or does. */
  get serves(): boolean {
    return this.#client !== undefined && performance.now() - this.#heardAt < silenceMs;
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    for (const socket of this.#sockets.values()) socket.destroy();
    await this.#starting?.catch(() => undefined);
    await this.#client?.end().catch(() => undefined);
    await this.#holding;
  }

  /** Takes the database again each time that the connection was lost. */
  async #hold(): Promise<void> {
    const { signal } = this.#stopping;
    const { log, onTaken } = this.#options;
    while (!signal.aborted) {
      await this.#lost();
      if (signal.aborted) return;
      log.warn('The connection that keeps other servers away was lost; making it again');
      while (!signal.aborted) {
        try {
          await this.#take();
          // What was lost with this one may not notice: the system waits for it up to a quarter of an hour.
          this.#database.cut();
          break;
        } catch (error) {
          if (error instanceof StartError) {
            this.#client = undefined;
            // What they would wait for is another server's by now.
            this.#database.cut();
            onTaken(error);
            return;
          }
        }
        await pauseUnless(signal, retryMs);
      }
    }
  }

  /** Resolves when the connection is gone, or nothing comes through it any more. */
  async #lost(): Promise<void> {
    const client = this.#client;
    if (!client) return;
    const ended = new AbortController();
    client.once('end', () => ended.abort());
    const over = AbortSignal.any([ended.signal, this.#stopping.signal]);
    for (;;) {
      await pauseUnless(over, pingMs);
      if (over.aborted) return;
      const responded = new AbortController();
      client.query(within(neverMs, { text: 'SELECT 1' })).then(
        () => {
          this.#heardAt = performance.now();
          responded.abort();
        },
        () => ended.abort(),
      );
      if (await this.#isOvertaken(AbortSignal.any([over, responded.signal]))) {
        client.end().catch(() => undefined);
        return;
      }
    }
  }

  /**
   * True when a connection that was made after the ping has had its response, and the ping has none. A machine that is busy, or was asleep,
   * holds up every connection alike.
   */
  async #isOvertaken(responded: AbortSignal): Promise<boolean> {
    await pauseUnless(responded, pingTimeoutMs);
    while (!responded.aborted) {
      const later = await this.#connect(this.#names.serving).catch(() => undefined);
      await later?.end().catch(() => undefined);
      await pauseUnless(responded, retryMs);
      if (later) return !responded.aborted;
    }
    return false;
  }

  async #connect(name: string): Promise<pg.Client> {
    this.#stopping.signal.throwIfAborted();
    const socket = new Socket();
    const client = new pg.Client({
      ...this.#database.pool.options,
      // Not one of those that are cut.
      stream: () => socket,
      query_timeout: pingTimeoutMs,
      application_name: name,
    });
    client.on('error', () => undefined);
    this.#sockets.set(client, socket);
    socket.once('close', () => this.#sockets.delete(client));
    try {
      await client.connect();
      // The lock of a machine that vanished would be held for two hours, the usual time of TCP.
      await client.query('SET tcp_keepalives_idle = 15; SET tcp_keepalives_interval = 5; SET tcp_keepalives_count = 3');
      return client;
    } catch (error) {
      await client.end().catch(() => undefined);
      throw error;
    }
  }

  async #take(): Promise<void> {
    const client = await this.#connect(this.#names.serving);
    try {
      await endHolder(client, this.#names.serving);
      const until = Date.now() + patienceMs;
      while (!(await tryLock(client))) {
        const holder = await findHolder(client);
        // Of the own name is only the connection that is being ended; who else has the lock while this server works has taken over.
        const isReplaced = this.#term > 0 && holder !== undefined && holder.name !== this.#names.serving;
        if (isReplaced || Date.now() > until) throw takenError(holder, this.#options.standby);
        await pause(retryMs, undefined, { signal: this.#stopping.signal });
      }
      // Another one may have had the database, and ended since: what is in memory here is not what is stored.
      if (this.#term > 0 && (await newestTerm(client)) !== this.#term) throw new StartError(outdated);
      this.#use(client);
    } catch (error) {
      await client.end().catch(() => undefined);
      throw error;
    }
  }

  #use(client: pg.Client): void {
    this.#stopping.signal.throwIfAborted();
    this.#sockets.delete(client);
    this.#client = client;
    this.#heardAt = performance.now();
  }

  /** Resolves when this server has the database; rejects when it is stopped, or cannot wait. */
  async #waitForLock(standby: Standby): Promise<void> {
    const { signal } = this.#stopping;
    let yieldsMs = standby.handsOver ? handOverMs : 0;
    let isReported = false;
    for (;;) {
      try {
        const client = await this.#connect(this.#names.waiting);
        isReported = false;
        await this.#watchHolder(client, standby, yieldsMs);
        return;
      } catch (err) {
        signal.throwIfAborted();
        if (err instanceof StartError) throw err;
        if (!isReported) this.#options.log.warn({ err }, 'The database cannot be reached while waiting; trying again');
        isReported = true;
        yieldsMs = headStartMs;
      }
      await pause(retryMs, undefined, { signal });
    }
  }

  /** For `yieldsMs` it takes the lock only from another server that it has seen with it. */
  async #watchHolder(client: pg.Client, standby: Standby, yieldsMs: number): Promise<void> {
    const { signal } = this.#stopping;
    try {
      // One may be both: each is counted by itself.
      const [holders, namesakes] = [new HeardConnections(), new HeardConnections()];
      let known: string | undefined;
      // By pauses, not by a clock: while a machine stands still, the other one cannot come back either.
      for (let waitedMs = 0; ; waitedMs += retryMs) {
        const mayTake = known !== undefined || waitedMs >= yieldsMs;
        if (mayTake && (await tryLock(client))) break;
        const holder = await findHolder(client);
        if (holder && holder.name !== known && !isTakingOver(holder)) {
          known = holder.name;
          await standby.onWaiting(describeHolder(holder), tagOf(holder));
        }
        if (holder && (holders.silent(holder) ?? 0) >= silentChecks) await this.#endSilent(client, holder);
        await this.#refuseNamesake(client, { name: standby.name, heard: namesakes });
        await pause(retryMs, undefined, { signal });
      }
      await this.#begin(client);
    } catch (error) {
      await client.end().catch(() => undefined);
      throw error;
    }
  }

  /**
   * Two servers with one name are a mistake, such as a copied file of settings. A connection on which nothing happens is left by an earlier
   * start of this server whose machine vanished.
   */
  async #refuseNamesake(client: pg.Client, { name, heard }: { name: string; heard: HeardConnections }): Promise<void> {
    const [, , tag = ''] = this.#names.waiting.split(' ');
    for (const other of await findNamesakes(client, { name, tag })) {
      if (heard.silent(other) !== 0) continue;
      const where = other.address ? ` at ${other.address}` : '';
      throw new StartError(
        `Another server${where} on this database has the name ${name}. Stop it, or set SERVER_NAME to another one.`,
      );
    }
  }

  /** A process that hangs keeps its connections open for ever. */
  async #endSilent(client: pg.Client, holder: LockHolder): Promise<void> {
    this.#options.log.warn(
      { server: describeHolder(holder), lastHeard: holder.heard },
      'The server that serves has sent nothing to the database for long; taking over',
    );
    await endHolder(client, holder.name);
  }

  async #begin(client: pg.Client): Promise<void> {
    const { serving } = this.#names;
    await client.query(`SET application_name = ${client.escapeLiteral(serving)}`);
    if (this.#tag) await endOthers(client, this.#tag);
    this.#database.fence((connection) => holdsLock(connection, serving));
    this.#use(client);
  }
}

const pauseUnless = (signal: AbortSignal, ms: number) => pause(ms, undefined, { signal }).catch(() => undefined);

const outdated =
  'Another Cyno has worked on this database meanwhile, so this one does not know what is stored any more. It has to start again.';

function takenError(holder: LockHolder | undefined, standby: Standby | undefined): StartError {
  const where = holder ? describeHolder(holder) : '';
  if (standby) return new StartError(`${where || 'Another server'} has taken over. This server is on standby now.`);
  return new StartError(
    `Another Cyno ${where && `on ${where} `}works on this database. Stop it first, or set DATABASE_URL to another database.`,
  );
}
