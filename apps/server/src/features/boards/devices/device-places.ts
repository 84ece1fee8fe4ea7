import { maxDevices } from '@cyno/contract';
import type { Clock } from '../../../platform/clock.ts';
import { AppError, because } from '../../../platform/errors.ts';
import type { DeviceRecord } from './devices.directory.ts';

const hourMs = 3_600_000;
/** Boards that came, sent nothing and left again: so many in all, and so many of which that is longer ago than `momentMs`. */
const maxSilent = { inAll: 300, longer: 60 };
const momentMs = 60_000;

/** What a plan allows; null: no limit. */
export interface DeviceCapacity {
  readonly planName: string;
  readonly devices: number | null;
  readonly newPerHour: number | null;
}

interface PlacesDeps {
  readonly clock: Clock;
  capacityOf(accountId: number): DeviceCapacity;
  countOf(accountId: number): number;
  /** The account's devices whose boards never sent anything. */
  silentOf(accountId: number): Iterable<Pick<DeviceRecord, 'online' | 'addedAt'>>;
}

/** Keeps every account within the devices of its plan, and within 10,000 where that has no limit, also when several boards join at once. */
export class DevicePlaces {
  readonly #deps: PlacesDeps;
  /** Boards that are being added, by account. */
  readonly #joining = new Map<number, number>();
  /** When boards were added within the last hour, by account. */
  readonly #added = new Map<number, number[]>();

  constructor(deps: PlacesDeps) {
    this.#deps = deps;
  }

  /** Why the account can have no further device now; null: it can. The limits of new boards are not those of one that returns. */
  refusal(accountId: number, { isNew = true } = {}): AppError | null {
    const { planName, devices, newPerHour } = this.#deps.capacityOf(accountId);
    const taken = this.#deps.countOf(accountId) + (this.#joining.get(accountId) ?? 0);
    if (devices !== null && taken >= devices) return overLimit(planName, devices);
    if (taken >= maxDevices) return tooManyInAll();
    if (!isNew) return null;
    const refusal = this.#silentRefusal(accountId);
    if (refusal || newPerHour === null) return refusal;
    // The place that becomes free next is that of the board which was added so many boards ago.
    const next = this.#addedLately(accountId).at(-newPerHour);
    return next === undefined ? null : tooManyNew(newPerHour, next + hourMs - this.#deps.clock.now());
  }

  /** Holds a place while a board is added; one that was not (null) is not counted. Throws `limit_reached` or `rate_limited`. */
  async hold<Result>(accountId: number, add: () => Promise<Result>, { isNew = true } = {}): Promise<Result> {
    const refusal = this.refusal(accountId, { isNew });
    if (refusal) throw refusal;
    this.#joining.set(accountId, (this.#joining.get(accountId) ?? 0) + 1);
    try {
      const added = await add();
      const isBounded = this.#deps.capacityOf(accountId).newPerHour !== null;
      if (isNew && isBounded && added !== null) this.#note(accountId);
      return added;
    } finally {
      const left = (this.#joining.get(accountId) ?? 1) - 1;
      if (left > 0) this.#joining.set(accountId, left);
      else this.#joining.delete(accountId);
    }
  }

  /** Forgets what is more than an hour ago. */
  cleanup(): void {
    for (const accountId of [...this.#added.keys()]) {
      const lately = this.#addedLately(accountId);
      if (lately.length === 0) this.#added.delete(accountId);
      else this.#added.set(accountId, lately);
    }
  }

  /** Ids are first come, first served: anyone who makes boards up must not take them all. */
  #silentRefusal(accountId: number): AppError | null {
    const longerThan = this.#deps.clock.now() - momentMs;
    let [inAll, longer] = [0, 0];
    for (const { online, addedAt } of this.#deps.silentOf(accountId)) {
      if (online) continue;
      inAll += 1;
      if (addedAt < longerThan) longer += 1;
    }
    return inAll >= maxSilent.inAll || longer >= maxSilent.longer ? tooManySilent(inAll) : null;
  }

  #note(accountId: number): void {
    this.#added.set(accountId, [...this.#addedLately(accountId), this.#deps.clock.now()]);
  }

  #addedLately(accountId: number): number[] {
    const now = this.#deps.clock.now();
    return (this.#added.get(accountId) ?? []).filter((at) => Math.abs(now - at) < hourMs);
  }
}

const overLimit = (planName: string, devices: number): AppError =>
  new AppError(
    403,
    'limit_reached',
    `Your plan (${planName}) has room for ${devices} devices, and all are taken. Delete one or change to a larger plan.`,
    because('device_limit', { plan: planName, max: devices }),
  );

const tooManyInAll = (): AppError =>
  new AppError(
    403,
    'limit_reached',
    `An account has at most ${maxDevices.toLocaleString('en-US')} devices. Delete one you no longer need.`,
    because('too_many_devices', { max: maxDevices }),
  );

const tooManySilent = (count: number): AppError =>
  new AppError(
    403,
    'limit_reached',
    `${count} boards of this account came, sent nothing and went again. Switch them on or delete them, then others can join.`,
    because('silent_boards', { count }),
  );

function tooManyNew(newPerHour: number, waitMs: number): AppError {
  const minutes = Math.max(1, Math.ceil(waitMs / 60_000));
  return new AppError(
    429,
    'rate_limited',
    `At most ${newPerHour} new boards can join within an hour. Try again in ${minutes} min.`,
    { ...because('new_boards_limit', { max: newPerHour }), retryAfterSeconds: minutes * 60 },
  );
}
