import type { ShareRole } from '@cyno/contract';
import type { EventBus } from '../../../platform/bus/index.ts';
import type { Clock } from '../../../platform/clock.ts';
import { type Database, type Listening, listen } from '../../../platform/database/index.ts';
import { KeyedQueue } from '../../../platform/keyed-queue.ts';
import type { Logger } from '../../../platform/log/index.ts';
import { serverTimer } from '../../../platform/server-timer.ts';
import { type Grant, ShareDirectory, type SharedThing } from './share-directory.ts';
import { shareChanged } from './sharing.events.ts';
import { type SharingRepository, toGrant } from './sharing.repository.ts';

/** Written by a trigger of the migrations: the id of a share that came, changed or went. */
const channel = 'cyno_share_changed';
const retryMs = 1_000;
/** The clock may be set meanwhile, and timers take no longer times. */
const longestWaitMs = 3_600_000;

interface SharesDeps {
  readonly database: Database;
  readonly repository: Pick<SharingRepository, 'listGrants' | 'find'>;
  readonly bus: EventBus;
  readonly clock: Clock;
  readonly log: Logger;
  /** False while an account is disabled or waits to be removed: what it shares is closed as well. */
  mayBeUsed(accountId: number): boolean;
}

/**
 * Who may do what with things of others, known without a query. Follows the database no matter who changes it, so that a share
 * which ends on one server ends on all; a share with an end ends at its instant.
 */
export class Shares {
  readonly #deps: SharesDeps;
  readonly #directory = new ShareDirectory();
  /** A share is read again one time after the other, so that what was read last is what counts. */
  readonly #queue = new KeyedQueue<number>();
  /** Shares that were read while the start lists all: that is newer than the list. */
  #meanwhile: Set<number> | undefined;
  /** When it was checked last which shares have ended. */
  #checkedAt: number;
  #listening: Listening | undefined;
  #endTimer: NodeJS.Timeout | undefined;
  #retry: NodeJS.Timeout | undefined;
  #isStopped = false;

  constructor(deps: SharesDeps) {
    this.#deps = deps;
    this.#checkedAt = deps.clock.now();
  }

  async start(): Promise<void> {
    const meanwhile = new Set<number>();
    this.#meanwhile = meanwhile;
    this.#listening = await listen(this.#deps.database, {
      channel,
      log: this.#deps.log,
      onNotification: (payload) => this.#follow(Number(payload)),
      onResumed: () => this.#readAll(),
    });
    for (const grant of await this.#deps.repository.listGrants()) {
      if (!meanwhile.has(grant.id)) this.#directory.put(grant);
    }
    this.#meanwhile = undefined;
    this.#waitForEnd();
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    clearTimeout(this.#endTimer);
    clearTimeout(this.#retry);
    await this.#listening?.stop();
  }

  /** In which role something is shared with the account now, by that owner if one is given; null: it is not. */
  roleOf(accountId: number, thing: SharedThing, ownerId?: number): ShareRole | null {
    const grant = this.find(accountId, thing);
    // What a former owner shared counts no more from the moment that somebody else has it.
    return grant && (ownerId === undefined || grant.ownerId === ownerId) ? grant.role : null;
  }

  /** How something is shared with the account now; undefined: it is not. */
  find(accountId: number, thing: SharedThing): Grant | undefined {
    const grant = this.#directory.find(thing, accountId);
    return grant && this.#isOpen(grant) ? grant : undefined;
  }

  /** With whom something is shared now. */
  *of(thing: SharedThing): Generator<Grant> {
    for (const grant of this.#directory.of(thing)) if (this.#isOpen(grant)) yield grant;
  }

  /** What others share with the account now. */
  *with(accountId: number): Generator<Grant> {
    for (const grant of this.#directory.ofAccount(accountId)) if (this.#isOpen(grant)) yield grant;
  }

  /** What the account shares now. */
  *by(ownerId: number): Generator<Grant> {
    for (const grant of this.#directory.ofOwner(ownerId)) if (this.#isOpen(grant)) yield grant;
  }

  /** Reads a share again after it was written; resolves when that was published. */
  async changed(id: number): Promise<void> {
    await this.#queue.run(id, async () => {
      const row = await this.#deps.repository.find(id);
      const grant = row && toGrant(row);
      this.#meanwhile?.add(id);
      if (grant) this.#put(grant);
      else this.#drop(id);
    });
  }

  #isOpen({ expiresAt, ownerId }: Grant): boolean {
    return (expiresAt === null || this.#deps.clock.now() < expiresAt) && this.#deps.mayBeUsed(ownerId);
  }

  #put(grant: Grant): void {
    const before = this.#directory.put(grant);
    this.#waitForEnd();
    const isSame =
      before?.role === grant.role && before.expiresAt === grant.expiresAt && before.playback === grant.playback;
    if (!isSame) this.#publish(grant);
  }

  #drop(id: number): void {
    const grant = this.#directory.drop(id);
    if (grant) this.#publish(grant);
  }

  /** Publishes what the account has now, which may be another share of the same thing. */
  #publish({ thing, accountId, ownerId }: Grant): void {
    const role = this.roleOf(accountId, thing);
    this.#deps.bus.publish(shareChanged, { thing, accountId, ownerId, role });
  }

  #follow(id: number): void {
    this.changed(id).catch((err: unknown) => {
      this.#deps.log.warn({ err }, 'A share that changed could not be read; all are read again');
      this.#readAllLater();
    });
  }

  #readAll(): void {
    this.#deps.repository.listGrants().then(
      (grants) => {
        const known = new Set(grants.map(({ id }) => id));
        for (const { id } of [...this.#directory.all()]) if (!known.has(id)) this.#follow(id);
        for (const { id } of grants) this.#follow(id);
      },
      (err: unknown) => {
        this.#deps.log.warn({ err }, 'Shares could not be read; trying again');
        this.#readAllLater();
      },
    );
  }

  #readAllLater(): void {
    clearTimeout(this.#retry);
    if (!this.#isStopped) this.#retry = serverTimer(() => this.#readAll(), retryMs);
  }

  /** Rights end by the clock; this only notifies those who have connections open. */
  #waitForEnd(): void {
    clearTimeout(this.#endTimer);
    if (this.#isStopped) return;
    const now = this.#deps.clock.now();
    const unseen = Math.min(now, this.#checkedAt);
    let next = Number.POSITIVE_INFINITY;
    for (const { expiresAt } of this.#directory.all()) {
      // One that has ended lasts again when the clock is set back.
      if (expiresAt !== null) next = Math.min(next, expiresAt > unseen ? expiresAt : now + longestWaitMs);
    }
    if (next === Number.POSITIVE_INFINITY) return;
    const waitMs = Math.max(1, Math.min(next - now, longestWaitMs));
    this.#endTimer = serverTimer(() => this.#end(), waitMs);
  }

  /** Publishes what has ended, or lasts again. Nothing is removed: the clock may be wrong. */
  #end(): void {
    const now = this.#deps.clock.now();
    const [from, to] = [Math.min(now, this.#checkedAt), Math.max(now, this.#checkedAt)];
    this.#checkedAt = now;
    for (const grant of this.#directory.all()) {
      if (grant.expiresAt !== null && grant.expiresAt > from && grant.expiresAt <= to) this.#publish(grant);
    }
    this.#waitForEnd();
  }
}
