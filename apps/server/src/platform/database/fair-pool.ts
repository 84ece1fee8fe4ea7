import pg from 'pg';
import { FairPlaces, type GiveBack } from '../fair-places/index.ts';
import { currentRequester, isServer, type Requester } from '../requester.ts';
import type { WorkShares } from '../work-budget/index.ts';
import { DatabaseBusy } from './database-busy.ts';

/** How long a connection is waited for. */
const waitMs = 5_000;
/** Nobody waits for a page yet, and a machine that starts is busy with more than this server. */
const waitAtStartMs = 30_000;
/** Of who has used up the share of the event loop: one that waits for a row does not hold up what else is requested. */
const connectionsOverShare = 2;
/** What logins leave to boards and the server itself, however many networks they come from; a pool of few has none to spare. */
const connectionsOfServer = 2;
const fewConnections = 6;
/** What building a query, sending it and reading its rows usually takes of the event loop. */
const queryMs = 1;

type Connected = (error: Error | undefined, client: pg.PoolClient | undefined, release: () => void) => void;

/**
 * A pool whose connections are shared fairly: a requester of many has a third of them at most and waits for further ones, those that wait
 * take turns, and a third is for logins, boards and the server itself, of which logins leave two. A query within a request counts as
 * its account's, or its network's (`runFor`). A requester that has used up its share of the event loop has two connections at a time.
 */
export class FairPool extends pg.Pool {
  readonly #places: FairPlaces<string>;
  readonly #serverShare: number;
  readonly #shares: WorkShares | undefined;
  readonly #held = new WeakMap<object, GiveBack>();

  constructor({
    shares,
    ...config
  }: pg.PoolConfig & { readonly max: number; readonly shares: WorkShares | undefined }) {
    super({ ...config, connectionTimeoutMillis: waitAtStartMs });
    const { options } = this;
    this.#shares = shares;
    const share = Math.max(1, Math.floor(config.max / 3));
    const reserved = config.max > 1 ? share : 0;
    this.#serverShare = Math.max(1, config.max - reserved);
    const forServer = config.max > fewConnections ? connectionsOfServer : 0;
    this.#places = new FairPlaces({
      places: config.max,
      reserved,
      forServer,
      perKey: share,
      get maxWaitMs() {
        return options.connectionTimeoutMillis;
      },
      waitingPerKey: Number.POSITIVE_INFINITY,
      refusal: (why) => new DatabaseBusy(why),
    });
    this.on('release', (_error, client) => {
      this.#held.get(client)?.();
      this.#held.delete(client);
    });
  }

  /** From now on somebody waits for what is queried: for a connection 5 s instead of 30 s. */
  endStart(): void {
    this.options.connectionTimeoutMillis = waitMs;
  }

  /** How many wait for their turn. */
  get waitingTurns(): number {
    return this.#places.waiting;
  }

  override connect(): Promise<pg.PoolClient>;
  override connect(callback: Connected): void;
  override connect(callback?: Connected): Promise<pg.PoolClient> | undefined {
    const connected = this.#connect();
    if (!callback) return connected;
    void connected.then(
      (client) => callback(undefined, client, client.release),
      (error: Error) => callback(error, undefined, () => undefined),
    );
    return undefined;
  }

  async #connect(): Promise<pg.PoolClient> {
    const requester = currentRequester();
    const share = this.#shareOf(requester);
    const isOfServer = isServer(requester);
    const giveBack = await this.#places.take({
      ...requester,
      isServer: isOfServer,
      ...(share !== undefined && { share }),
    });
    try {
      const client = await super.connect();
      this.#held.set(client, giveBack);
      return client;
    } catch (error) {
      giveBack();
      throw error;
    }
  }

  /** How many connections somebody holds at once; undefined: as many as anybody. */
  #shareOf(requester: Requester): number | undefined {
    if (isServer(requester)) return this.#serverShare;
    const isOver = this.#shares?.isOver(requester.key);
    this.#shares?.charge(requester.key, { bytes: 0, ms: queryMs });
    return isOver ? connectionsOverShare : undefined;
  }
}
