import type { AlertReport } from '@cyno/contract';
import type { EventBus } from '../../../../platform/bus/index.ts';
import type { Logger } from '../../../../platform/log/index.ts';
import { runForServer } from '../../../../platform/requester.ts';
import { serverTimer } from '../../../../platform/server-timer.ts';
import { type AlertChange, alertChanged } from '../alerts.events.ts';
import type { AlertMove } from '../machines/alert-machine.ts';
import type { AlertStepsRepository } from './alert-steps.repository.ts';
import { type Followed, newAlertOf } from './followed.ts';

const maxAtOnce = 200;
const retryMs = 2_000;

interface AlertWriterDeps {
  readonly repository: Pick<AlertStepsRepository, 'write' | 'findOpen'>;
  readonly bus: EventBus;
  readonly log: Logger;
  /** The step that is due now; null: none any more. */
  decide(followed: Followed): AlertMove | null;
  /** A step was written, or could not be: `retryMs` is when to look again, null: at once. */
  done(followed: Followed, retryMs: number | null): void;
}

interface End {
  readonly alertId: number;
  readonly at: number;
  readonly report: AlertReport;
}

interface Step {
  readonly followed: Followed;
  readonly move: AlertMove;
}

/** Writes the steps of rules, as many as wait in one transaction, and publishes them then; what fails is tried again. */
export class AlertWriter {
  readonly #deps: AlertWriterDeps;
  readonly #waiting = new Set<Followed>();
  #ends: End[] = [];
  #size = maxAtOnce;
  #isWriting = false;
  #writing: Promise<void> = Promise.resolve();
  #timer: NodeJS.Timeout | undefined;
  #isStopped = false;

  constructor(deps: AlertWriterDeps) {
    this.#deps = deps;
  }

  /** A step of it is due; what it is, is decided when it is its turn. */
  add(followed: Followed): void {
    this.#waiting.add(followed);
    this.#start();
  }

  /** Clears a stored alert that no rule is for any more. */
  end(end: End): void {
    this.#ends.push(end);
    this.#start();
  }

  /** Resolves when what waits is written, or was tried. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    clearTimeout(this.#timer);
    await this.#writing;
  }

  #start(): void {
    if (this.#isWriting) return;
    this.#isWriting = true;
    this.#writing = runForServer(() => this.#writeAll());
  }

  async #writeAll(): Promise<void> {
    while (this.#waiting.size + this.#ends.length > 0 && (await this.#writeSome()));
    this.#isWriting = false;
  }

  /** False when the database did not take it. */
  async #writeSome(): Promise<boolean> {
    const followed = [...this.#waiting].slice(0, this.#size);
    for (const one of followed) this.#waiting.delete(one);
    const ends = this.#ends.splice(0, this.#size);
    const steps = followed.flatMap((one): Step[] => {
      const move = this.#deps.decide(one);
      if (move === null) this.#deps.done(one, null);
      return move === null ? [] : [{ followed: one, move }];
    });
    if (steps.length + ends.length === 0) return true;
    try {
      const changes = await this.#deps.repository.write({
        activations: steps.filter(({ move }) => move.to === 'active').map(activationOf),
        ends: [...ends, ...steps.flatMap(endOf)],
      });
      const overtaken = this.#take(steps, changes);
      for (const change of changes) this.#deps.bus.publish(alertChanged, change);
      for (const one of overtaken) this.#deps.done(one, (await this.#catchUp(one)) ? null : retryMs);
      this.#size = maxAtOnce;
      return true;
    } catch (err) {
      this.#deps.log.warn(
        { err, alerts: steps.length + ends.length },
        'Alerts could not be written; it is tried again',
      );
      // One that the database refuses holds up no other.
      this.#size = 1;
      for (const step of steps) this.#deps.done(step.followed, retryMs);
      this.#ends.push(...ends);
      if (!this.#isStopped) this.#timer = serverTimer(() => this.#start(), retryMs);
      return false;
    }
  }

  /** Notes what was written; returns those of which another server may have written it first. */
  #take(steps: readonly Step[], changes: readonly AlertChange[]): Followed[] {
    const begun = new Map(
      changes.flatMap(({ to, ruleId, deviceId, alertId }) =>
        to === 'active' ? [[`${ruleId} ${deviceId}`, alertId] as const] : [],
      ),
    );
    const overtaken: Followed[] = [];
    for (const { followed, move } of steps) {
      const { rule, device, machine } = followed;
      const alertId = begun.get(`${rule.id} ${device.id}`);
      followed.savedStart = null;
      if (move.to === 'cleared') {
        machine.take(move);
        followed.alertId = null;
      } else if (alertId !== undefined) {
        machine.take(move);
        followed.alertId = alertId;
      } else {
        overtaken.push(followed);
        continue;
      }
      this.#deps.done(followed, null);
    }
    return overtaken;
  }

  /** Another server was faster. False: the rule was changed meanwhile, its alert of before still has to end, or it could not be read. */
  async #catchUp(followed: Followed): Promise<boolean> {
    const { rule, device, machine } = followed;
    const open = await this.#deps.repository.findOpen(rule.id, device.id).catch((err: unknown) => {
      this.#deps.log.warn({ err }, 'An alert could not be read; it is tried again');
      return undefined;
    });
    const isEnding = this.#ends.some(({ alertId }) => alertId === open?.id);
    if (open === undefined || open.state === 'pending' || isEnding) return false;
    followed.alertId = open.id;
    machine.adopt({ state: 'active', startedAt: open.startedAt });
    return true;
  }
}

const activationOf = ({ followed, move }: Step) => {
  const { at, report, value, startedAt } = move;
  return { ...newAlertOf(followed, startedAt), at, report, value };
};

const endOf = ({ followed: { alertId }, move: { to, at, report } }: Step): End[] =>
  to === 'cleared' && alertId !== null ? [{ alertId, at, report }] : [];
