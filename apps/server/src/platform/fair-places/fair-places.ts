/** How many places there are, and what one key may have of them. */
export interface PlaceLimits {
  /** How many are held at once. */
  readonly places: number;
  /** How many of them only claims with that mark may take. */
  readonly reserved?: number;
  /** How many of them only claims `forServer` take, which also excludes reserved ones. */
  readonly forServer?: number;
  /** How many of them only a key takes that holds none. */
  readonly forNewcomers?: number;
  /** How many one key holds at once. */
  readonly perKey: number;
  /** How many claims of one key wait; none by default. */
  readonly waitingPerKey?: number;
  /** How many claims wait in all. */
  readonly waiting?: number;
  /** How long a claim waits. */
  readonly maxWaitMs?: number;
  /** What a claim is refused with that finds no place, or waited too long. */
  refusal(why: Refusal): Error;
}

/** `share`: the key itself has all that it may have; `full`: others have. */
export type Refusal = 'share' | 'full';

/** Who wants a place. */
export interface Claim<Key> {
  readonly key: Key;
  /** May take the places that are reserved. All claims of a key are alike. */
  readonly isReserved?: boolean;
  /** May take all places; such a claim is reserved as well. */
  readonly isServer?: boolean;
  /** How many this key holds at once, in the place of `perKey`. */
  readonly share?: number;
}

/** Gives a place back; calling it again does nothing. */
export type GiveBack = () => void;

interface Waiting {
  readonly start: (giveBack: GiveBack) => void;
  readonly refuse: (error: Error) => void;
  readonly timer: NodeJS.Timeout | undefined;
}

interface KeyState<Key> {
  /** What it claimed last. */
  claim: Claim<Key>;
  held: number;
  readonly waiting: Waiting[];
}

/**
 * Places that are shared by many keys, such as accounts, so that none of them can have all: each holds a few at once and waits for a
 * few more, keys that wait take turns, and some places are reserved. When too many wait, the key that has most claims waiting loses its
 * newest one.
 */
export class FairPlaces<Key> {
  readonly #limits: PlaceLimits;
  /** Those that hold a place or wait; the key whose turn is next comes first. */
  readonly #keys = new Map<Key, KeyState<Key>>();
  #held = 0;
  /** Of them by claims that may not take a reserved place. */
  #ordinary = 0;
  /** Of them by claims that may not take all places. */
  #others = 0;
  #waiting = 0;

  constructor(limits: PlaceLimits) {
    this.#limits = limits;
  }

  get held(): number {
    return this.#held;
  }

  get waiting(): number {
    return this.#waiting;
  }

  /** A place at once; throws when there is none for the key. */
  takeNow(claim: Claim<Key>): GiveBack {
    const state = this.#stateOf(claim);
    if (this.#mayHold(state)) return this.#hold(state);
    this.#forget(state);
    throw this.#limits.refusal(this.#isAtShare(state) ? 'share' : 'full');
  }

  /** Waits for a place; rejects when too many wait, or for too long. There is no wait while a place is free for the key. */
  take(claim: Claim<Key>): Promise<GiveBack> {
    const state = this.#stateOf(claim);
    if (state.waiting.length === 0 && this.#mayHold(state)) return Promise.resolve(this.#hold(state));
    return new Promise((resolve, reject) => this.#queue(state, resolve, reject));
  }

  /** Runs `work` in a place, at once when there is one; returns its result, or throws what it throws. */
  async run<Result>(claim: Claim<Key>, work: () => Promise<Result>): Promise<Result> {
    const state = this.#stateOf(claim);
    const isFree = state.waiting.length === 0 && this.#mayHold(state);
    const giveBack = isFree ? this.#hold(state) : await this.take(claim);
    try {
      return await work();
    } finally {
      giveBack();
    }
  }

  #stateOf(claim: Claim<Key>): KeyState<Key> {
    const known = this.#keys.get(claim.key);
    if (known) {
      known.claim = claim;
      return known;
    }
    const state = { claim, held: 0, waiting: [] };
    this.#keys.set(claim.key, state);
    return state;
  }

  #forget({ claim, held, waiting }: KeyState<Key>): void {
    if (held === 0 && waiting.length === 0) this.#keys.delete(claim.key);
  }

  #isAtShare({ claim, held }: KeyState<Key>): boolean {
    return held >= (claim.share ?? this.#limits.perKey);
  }

  #mayHold(state: KeyState<Key>): boolean {
    const { places, reserved = 0, forServer = 0, forNewcomers = 0 } = this.#limits;
    if (this.#isAtShare(state) || this.#held >= places) return false;
    if (state.claim.isServer !== true && this.#others >= places - forServer) return false;
    if (state.held > 0 && this.#held >= places - forNewcomers) return false;
    return state.claim.isReserved === true || this.#ordinary < places - reserved;
  }

  #hold(state: KeyState<Key>): GiveBack {
    const isOrdinary = state.claim.isReserved !== true;
    const isOther = state.claim.isServer !== true;
    state.held += 1;
    this.#held += 1;
    if (isOrdinary) this.#ordinary += 1;
    if (isOther) this.#others += 1;
    let isHeld = true;
    return () => {
      if (!isHeld) return;
      isHeld = false;
      state.held -= 1;
      this.#held -= 1;
      if (isOrdinary) this.#ordinary -= 1;
      if (isOther) this.#others -= 1;
      this.#forget(state);
      this.#next();
    };
  }

  #queue(state: KeyState<Key>, start: Waiting['start'], refuse: Waiting['refuse']): void {
    const { waitingPerKey = 0, waiting = Number.POSITIVE_INFINITY, maxWaitMs, refusal } = this.#limits;
    if (state.waiting.length >= waitingPerKey || (this.#waiting >= waiting && !this.#freeSpace(state))) {
      const why = state.waiting.length > 0 || this.#isAtShare(state) ? 'share' : 'full';
      this.#forget(state);
      refuse(refusal(why));
      return;
    }
    const giveUp = () => {
      this.#remove(state, one);
      refuse(refusal(this.#isAtShare(state) ? 'share' : 'full'));
    };
    if (state.waiting.length === 0) this.#moveBehindOthers(state);
    const one: Waiting = { start, refuse, timer: maxWaitMs === undefined ? undefined : setTimeout(giveUp, maxWaitMs) };
    state.waiting.push(one);
    this.#waiting += 1;
  }

  /** Ends the newest claim of the key with most that wait; false when that is not more than `state` would have. */
  #freeSpace(state: KeyState<Key>): boolean {
    let longest = state;
    for (const other of this.#keys.values()) if (other.waiting.length > longest.waiting.length) longest = other;
    const last = longest.waiting.at(-1);
    if (!last || longest.waiting.length <= state.waiting.length + 1) return false;
    this.#remove(longest, last);
    last.refuse(this.#limits.refusal('share'));
    return true;
  }

  #remove(state: KeyState<Key>, one: Waiting): void {
    const index = state.waiting.indexOf(one);
    if (index < 0) return;
    clearTimeout(one.timer);
    state.waiting.splice(index, 1);
    this.#waiting -= 1;
    this.#forget(state);
  }

  /** Its next turn comes after those of all others. */
  #moveBehindOthers(state: KeyState<Key>): void {
    this.#keys.delete(state.claim.key);
    this.#keys.set(state.claim.key, state);
  }

  #next(): void {
    if (this.#waiting === 0) return;
    for (const state of this.#keys.values()) {
      if (this.#held >= this.#limits.places) return;
      const [first] = state.waiting;
      if (!first || !this.#mayHold(state)) continue;
      this.#moveBehindOthers(state);
      const giveBack = this.#hold(state);
      this.#remove(state, first);
      first.start(giveBack);
    }
  }
}
