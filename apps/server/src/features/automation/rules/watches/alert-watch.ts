import type { AlertStateCondition } from '@cyno/contract';
import type { Verdict } from './verdict.ts';
import type { Fulfilment, RuleSurroundings, Watch } from './watch.ts';

/** How an alert of a rule stands on a device. */
export interface AlertFact {
  readonly ruleId: number;
  /** What the rule is called; null: nothing. */
  readonly ruleName: string | null;
  readonly alertId: number;
  readonly espid: string;
  /** The variable that it is about; null: the device itself. */
  readonly key: string | null;
  /** Since when what it reports lasts, ms since the epoch. */
  readonly startedAt: number;
  readonly state: 'active' | 'acknowledged' | 'cleared';
  /** Since when it does, ms since the epoch. */
  readonly at: number;
}

/** What became of an alert; `espid` is undefined where its device is gone. */
export type AlertUpdate = Omit<AlertFact, 'espid'> & { readonly espid: string | undefined };

const order = ['active', 'acknowledged', 'cleared'] as const;

/** Follows the alerts of a rule, on one device or all that it is for. */
export class AlertWatch implements Watch {
  readonly condition: AlertStateCondition;
  readonly #surroundings: RuleSurroundings;
  /** The newest alert of each device. */
  readonly #facts = new Map<string, AlertFact>();
  #isKnown = false;
  #ruleName: string | null = null;

  constructor(condition: AlertStateCondition, surroundings: RuleSurroundings) {
    this.condition = condition;
    this.#surroundings = surroundings;
  }

  /** Whether all is known that happened so far; before that it neither holds nor ceases. */
  get isKnown(): boolean {
    return this.#isKnown;
  }

  /** `ruleName`: what the rule is called, for one without an alert. */
  known(ruleName: string | null = null): void {
    this.#isKnown = true;
    this.#ruleName = ruleName;
  }

  /** Takes what became of an alert, in whatever order that is heard of. */
  observe(update: AlertUpdate): void {
    const { ruleId, espid: only } = this.condition;
    const espid = update.espid ?? [...this.#facts.values()].find(({ alertId }) => alertId === update.alertId)?.espid;
    if (update.ruleId !== ruleId || espid === undefined || (only !== null && only !== espid)) return;
    const fact = { ...update, espid };
    const before = this.#facts.get(espid);
    if (!before || isLater(fact, before)) this.#facts.set(espid, fact);
  }

  judge(_now: number, isActive: boolean): Verdict {
    const notHeld = () => [{ code: isActive ? 'alert_ceased' : 'alert_not_held', ...this.#named() } as const];
    if (!this.#isKnown) return { state: 'unknown', reason: notHeld };
    if (this.#fulfilling().length > 0) return { state: 'holds' };
    const isOpen = [...this.#facts.values()].some(({ state }) => state !== 'cleared');
    // Nobody knows of an alert that cleared before the automation was written.
    const isUnknown = this.condition.state === 'cleared' && !isOpen;
    return { state: isUnknown ? 'unknown' : 'gone', reason: notHeld };
  }

  fulfilments(): Fulfilment[] {
    return this.#fulfilling().map(({ espid, key, startedAt }) => {
      const device = this.#surroundings.device(espid);
      const fact = { kind: 'alert', ...this.#named(), device } as const;
      return { fact, espid, key, since: startedAt, device, value: this.#stateText() };
    });
  }

  changesAt(): [] {
    return [];
  }

  #fulfilling(): AlertFact[] {
    const facts = [...this.#facts.values()];
    const open = facts.filter(({ state }) => state !== 'cleared');
    switch (this.condition.state) {
      case 'active':
        return open;
      case 'unacknowledged':
        return open.filter(({ state }) => state === 'active');
      case 'acknowledged':
        return open.filter(({ state }) => state === 'acknowledged');
      case 'cleared':
        return open.length > 0 ? [] : facts.filter(({ at }) => at > this.#surroundings.writtenAt);
    }
  }

  #named() {
    const [fact] = this.#facts.values();
    return { name: fact?.ruleName ?? this.#ruleName, state: this.condition.state };
  }

  #stateText(): string {
    return this.condition.state === 'unacknowledged' ? 'active and not acknowledged' : this.condition.state;
  }
}

const isLater = (one: AlertFact, other: AlertFact): boolean =>
  one.alertId > other.alertId ||
  (one.alertId === other.alertId && order.indexOf(one.state) > order.indexOf(other.state));
