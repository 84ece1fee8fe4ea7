import type { DeviceRight } from '@cyno/contract';
import { eventProblem, outputProblem, parseEventAct, parseIoCommand, parseTopic } from '@cyno/device-protocol';
import type { AppMessage, AppSession } from '../../platform/broker/index.ts';
import { AppError, forbidden } from '../../platform/errors.ts';
import { InTurn } from '../../platform/in-turn.ts';
import type { DeviceLog, DeviceRecord } from '../devices/index.ts';
import type { Requester } from './command.ts';
import type { Control } from './control.service.ts';

/** For one device; a program that publishes faster than they are written down loses what is above. */
const maxWaiting = 100;

interface AppCommandDeps {
  readonly control: Pick<Control, 'switchOutputs' | 'sendEvent'>;
  readonly deviceLog: Pick<DeviceLog, 'append'>;
  /** The device when the account has the right to it. */
  find(accountId: number, espid: string, right: DeviceRight): DeviceRecord | undefined;
  /** The e-mail of an account. */
  nameOf(accountId: number): Promise<string | null>;
}

type Wish = ReturnType<typeof parseIoCommand>;

/**
 * Takes what programs of people publish to `io` and `event` of devices that they may operate as the same wishes that the HTTP API takes.
 * What is no good is dropped with a line in the log of the device, since MQTT 3.1.1 knows no refusal; of other people's nothing is said.
 */
export class AppCommands {
  readonly #deps: AppCommandDeps;
  readonly #turns = new InTurn<number>();
  readonly #waiting = new Map<number, number>();

  constructor(deps: AppCommandDeps) {
    this.#deps = deps;
  }

  /** Resolves when the wish is written down or dropped; rejects when it could not be written. Undefined: there is no such device. */
  take(session: AppSession, { topic, payload }: AppMessage): Promise<void> | undefined {
    const place = parseTopic(topic);
    const device = place && this.#deps.find(session.accountId, place.espid, 'view');
    if (!place || !device) return undefined;
    const drop = (why: string): Promise<void> => {
      this.#deps.deviceLog.append(device.id, 'bad_message', `an app published to ${place.leaf}: ${why}`, payload);
      return Promise.resolve();
    };
    if (session.scope !== 'control') return drop('its access token may only read.');
    if (!this.#mayOperate(session.accountId, device)) return drop('its account may only look at this device.');
    const wish = readWish(device, place.leaf, payload);
    if (wish.problem !== null) return drop(wish.problem);
    const waiting = this.#waiting.get(device.id) ?? 0;
    if (waiting >= maxWaiting) return drop('too many messages at once.');
    this.#waiting.set(device.id, waiting + 1);
    // The payload is gone when the turn comes.
    const kept = Buffer.from(payload);
    return this.#turns
      .run(device.id, () => this.#give(device, wish, session.accountId))
      .catch((error: unknown) => {
        if (!(error instanceof AppError)) throw error;
        this.#deps.deviceLog.append(
          device.id,
          'bad_message',
          `an app published to ${place.leaf}: ${error.message}`,
          kept,
        );
      })
      .finally(() => this.#taken(device.id));
  }

  async #give(device: DeviceRecord, { outputs, events }: Wish, accountId: number): Promise<void> {
    const actor: Requester = { kind: 'token', name: await this.#deps.nameOf(accountId), id: accountId };
    // The right may have ended while others had their turn.
    if (!this.#mayOperate(accountId, device)) throw forbidden('its account may not operate this device any more.');
    if (outputs.length > 0) await this.#deps.control.switchOutputs(device, { pins: [...outputs] }, actor);
    for (const event of events) await this.#deps.control.sendEvent(device, event, actor);
  }

  #mayOperate(accountId: number, { espid }: DeviceRecord): boolean {
    return this.#deps.find(accountId, espid, 'operate') !== undefined;
  }

  #taken(deviceId: number): void {
    const left = (this.#waiting.get(deviceId) ?? 1) - 1;
    if (left > 0) this.#waiting.set(deviceId, left);
    else this.#waiting.delete(deviceId);
  }
}

function readWish(device: DeviceRecord, leaf: string, payload: Buffer): Wish {
  const text = textOf(payload);
  if (text === null) return problem('it is not UTF-8.');
  const wish = leaf === 'io' ? parseIoCommand(text) : leaf === 'event' ? readEvent(text) : problem(onlyThese);
  if (wish.problem !== null) return wish;
  const wrong = [
    ...wish.outputs.map((output) => outputProblem(device.family, output)),
    ...wish.events.map((event) => eventProblem(event)),
  ].find((found) => found !== null);
  return wrong === undefined ? wish : problem(wrong);
}

const onlyThese = 'apps may publish to io and event only.';

function readEvent(text: string): Wish {
  const event = parseEventAct(text);
  return event ? { outputs: [], events: [event], problem: null } : problem('it is not Event:name:value.');
}

const problem = (sentence: string): Wish => ({ outputs: [], events: [], problem: sentence });

function textOf(payload: Buffer): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(payload);
  } catch {
    return null;
  }
}
