import { setImmediate as turn } from 'node:timers/promises';
import type { EventBus } from '../../../platform/bus/index.ts';
import { type Database, type Listening, listen } from '../../../platform/database/index.ts';
import type { Logger } from '../../../platform/log/index.ts';
import { runForServer } from '../../../platform/requester.ts';
import { AccountChangesRepository, type Standing } from './account-changes.repository.ts';
import { accountBlocked, accountChanged, accountChangesMissed } from './accounts.events.ts';
import type { EndedAccessToken } from './sessions/access-tokens.repository.ts';
import type { EndedSession } from './sessions/sessions.repository.ts';

const channel = 'cyno_account_changed';
/** `account 5`, `session 5 77`, `token 5 12`: written by triggers in the migrations. */
const shape = /^(account|session|token) (\d+)(?: (\d+))?$/;
const retryMs = 1_000;

/** What caches and open connections hold of accounts. */
interface Holders {
  /** Forgets what is known of one account, or of all. */
  forget(accountId?: number): void;
  sessionsEnded(sessions: EndedSession[]): void;
  tokensRevoked(tokens: EndedAccessToken[]): void;
}

/** The proofs that connections which are open at this moment rest on. */
export interface OpenProofs {
  readonly sessions: readonly EndedSession[];
  readonly tokens: readonly EndedAccessToken[];
}

/**
 * Follows what changes about accounts, no matter who changed it: this server, another one, `npm run admin`, or an operator's SQL.
 * What an account may no longer do ends within a second.
 */
export class AccountChanges {
  readonly #repository: AccountChangesRepository;
  readonly #database: Database;
  readonly #log: Logger;
  readonly #holders: Holders;
  readonly #bus: EventBus;
  /** Accounts that exist and must not be used. */
  readonly #blocked = new Set<number>();
  /** Accounts whose state is to be read; one reader works them off together. */
  readonly #changed = new Set<number>();
  /** Accounts that were read while the start lists the blocked ones: that is newer than the list. */
  #meanwhile: Set<number> | undefined;
  #reading: Promise<void> | undefined;
  #listening: Listening | undefined;
  #retry: NodeJS.Timeout | undefined;
  #checkRetry: NodeJS.Timeout | undefined;
  #isStopped = false;

  constructor({ database, log, bus, holders }: { database: Database; log: Logger; bus: EventBus; holders: Holders }) {
    this.#repository = new AccountChangesRepository(database);
    this.#database = database;
    this.#log = log;
    this.#holders = holders;
    this.#bus = bus;
  }

  async start(): Promise<void> {
    const meanwhile = new Set<number>();
    this.#meanwhile = meanwhile;
    this.#listening = await listen(this.#database, {
      channel,
      log: this.#log,
      onNotification: (payload) => this.#receive(payload),
      onResumed: () => this.#checkAll(),
    });
    for (const id of await this.#repository.blocked()) if (!meanwhile.has(id)) this.#blocked.add(id);
    this.#meanwhile = undefined;
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    clearTimeout(this.#retry);
    clearTimeout(this.#checkRetry);
    await this.#listening?.stop();
    await this.#reading;
  }

  /** False for an account that is disabled or waits to be removed. Needs no query: a board that was on its way in is checked once more. */
  mayBeUsed(accountId: number): boolean {
    return !this.#blocked.has(accountId);
  }

  /** Forgets what is known of an account and reads how it stands; resolves when those that cut connections have heard of it. */
  async changed(accountId: number): Promise<void> {
    this.#holders.forget(accountId);
    this.#changed.add(accountId);
    this.#reading ??= runForServer(() => this.#read());
    await this.#reading;
  }

  /** Ends the sessions and tokens that are not in the database any more. When that cannot be read it rejects, and all is checked again. */
  async endMissing(open: OpenProofs): Promise<void> {
    const sessionIds = open.sessions.map((session) => session.sessionId);
    const tokenIds = open.tokens.map((token) => token.tokenId);
    const living = await this.#repository.living(sessionIds, tokenIds).catch((error: unknown) => {
      this.#checkLater();
      throw error;
    });
    this.#holders.sessionsEnded(open.sessions.filter((session) => !living.sessions.has(session.sessionId)));
    this.#holders.tokensRevoked(open.tokens.filter((token) => !living.tokens.has(token.tokenId)));
  }

  /** For sessions that another part ended in the database. */
  sessionsEnded(ended: EndedSession[]): void {
    this.#holders.sessionsEnded(ended);
  }

  #receive(payload: string): void {
    const [, what, account, proof] = shape.exec(payload) ?? [];
    const [accountId, proofId] = [Number(account), Number(proof)];
    if (what === 'account') void this.changed(accountId);
    else if (what === 'session') this.#holders.sessionsEnded([{ accountId, sessionId: proofId }]);
    else if (what === 'token') this.#holders.tokensRevoked([{ accountId, tokenId: proofId }]);
    else this.#log.warn({ payload }, 'A notification of an unknown shape was ignored');
  }

  async #read(): Promise<void> {
    // What is notified in one go is read in one go.
    await turn();
    while (this.#changed.size > 0) {
      const ids = [...this.#changed];
      this.#changed.clear();
      try {
        const standings = await this.#repository.standings(ids);
        for (const id of ids) this.#note(id, standings.get(id));
      } catch (err) {
        this.#log.warn({ err }, 'The states of accounts could not be read; trying again');
        for (const id of ids) this.#changed.add(id);
        this.#readLater(ids);
        break;
      }
    }
    this.#reading = undefined;
  }

  /** `standing` is undefined for an account that is gone. */
  #note(accountId: number, standing: Standing | undefined): void {
    this.#holders.forget(accountId);
    this.#meanwhile?.add(accountId);
    if (standing?.isUsable !== false) this.#blocked.delete(accountId);
    else this.#blocked.add(accountId);
    if (!standing?.isUsable) this.#bus.publish(accountBlocked, { accountId });
    if (standing) this.#bus.publish(accountChanged, { accountId, member: standing.member });
  }

  #readLater([first]: readonly number[]): void {
    if (this.#isStopped || first === undefined) return;
    clearTimeout(this.#retry);
    this.#retry = setTimeout(() => void this.changed(first), retryMs);
  }

  #checkAll(): void {
    this.#holders.forget();
    const before = [...this.#blocked];
    this.#repository.blocked().then(
      (ids) => {
        for (const id of new Set([...before, ...ids])) void this.changed(id);
        this.#bus.publish(accountChangesMissed, undefined);
      },
      (err: unknown) => {
        this.#log.warn({ err }, 'Disabled accounts could not be read; trying again');
        this.#checkLater();
      },
    );
  }

  #checkLater(): void {
    if (this.#isStopped) return;
    clearTimeout(this.#checkRetry);
    this.#checkRetry = setTimeout(() => this.#checkAll(), retryMs);
  }
}
