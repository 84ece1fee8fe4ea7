import { appMessageLogText, type DeviceRight } from '@cyno/contract';
import { eventProblem, outputProblem, parseEventAction, parseIoCommand, parseTopic } from '@cyno/device-protocol';
import type { AppMessage, AppSession } from '../../../platform/broker/index.ts';
import type { Clock } from '../../../platform/clock.ts';
import { busyOf } from '../../../platform/database/index.ts';
import { AppError, forbidden } from '../../../platform/errors.ts';
import { KeyedQueue } from '../../../platform/keyed-queue.ts';
import { accountRequester, runFor } from '../../../platform/requester.ts';
import type { DeviceLog, DeviceRecord } from '../devices/index.ts';
import type { Requester } from './command.ts';
import { type Control, callsOf, maxCallsAtOnce } from './control.service.ts';
import { KnownNames } from './known-names.ts';

/** Of one account; a program that publishes faster than they are written down loses what is above. */
const maxWaiting = { forDevice: 100, inAll: 1_000 };
const tooManyRequests = 429;

interface AppCommandDeps {
  readonly clock: Clock;
  readonly control: Pick<Control, 'setAll'>;
  readonly deviceLog: Pick<DeviceLog, 'append'>;
  /** The device when the account has the right to it. */
  find(accountId: number, espid: string, right: DeviceRight): DeviceRecord | undefined;
  /** The e-mail of an account. */
  nameOf(accountId: number): Promise<string | null>;
}

type CommandRequest = ReturnType<typeof parseIoCommand>;

/**
 * Takes what programs of people publish to `io` and `event` of devices that they may operate as the same requests that the HTTP API takes.
 * An invalid one is dropped with a line in the log of the device, since MQTT 3.1.1 has no refusal; one for a device of others is dropped
 * without a line. They are stored with the account's share of the database, as those of the HTTP API are.
 */
export class AppCommands {
  readonly #deps: AppCommandDeps;
  readonly #names: KnownNames;
  /** An account that has to wait for its share keeps nobody else from the device. */
  readonly #queue = new KeyedQueue<string>();
  /** How many wait of an account, and of an account for a device. */
  readonly #waiting = new Map<string, number>();

  constructor(deps: AppCommandDeps) {
    this.#deps = deps;
    this.#names = new KnownNames(deps.clock, (accountId) => deps.nameOf(accountId));
  }

  /** Resolves when the request is stored or dropped; rejects when it could not be stored. Undefined: there is no such device. */
  take(session: AppSession, { topic, payload }: AppMessage): Promise<void> | undefined {
    const place = parseTopic(topic);
    const device = place && this.#deps.find(session.accountId, place.espid, 'view');
    if (!place || !device) return undefined;
    const lineOf = (problem: string) => appMessageLogText('from_app', { topic: place.subtopic, problem });
    const drop = (why: string): Promise<void> => {
      this.#deps.deviceLog.append(device.id, 'bad_message', lineOf(why), payload);
      return Promise.resolve();
    };
    if (session.scope !== 'control') return drop('its access token may only read.');
    if (!this.#mayOperate(session.accountId, device)) return drop('its account may only view this device.');
    const request = readRequest(device, place.subtopic, payload);
    if (request.problem !== null) return drop(request.problem);
    const account = `${session.accountId}`;
    const turn = `${account} ${device.id}`;
    const isFull = this.#count(account) >= maxWaiting.inAll || this.#count(turn) >= maxWaiting.forDevice;
    if (isFull) return drop('too many messages at once.');
    for (const key of [account, turn]) this.#waiting.set(key, this.#count(key) + 1);
    // The payload is gone when the turn comes.
    const copy = Buffer.from(payload);
    const give = () => this.#queue.run(turn, () => this.#give(device, request, session.accountId));
    return runFor(accountRequester(session.accountId), give)
      .catch((error: unknown) => {
        const refusal = refusalOf(error);
        if (!refusal) throw error;
        this.#deps.deviceLog.append(device.id, 'bad_message', lineOf(refusal.message), copy);
      })
      .finally(() => {
        for (const key of [account, turn]) this.#taken(key);
      });
  }

  async #give(device: DeviceRecord, { outputs, events }: CommandRequest, accountId: number): Promise<void> {
    const actor: Requester = { kind: 'token', name: await this.#names.of(accountId), id: accountId };
    // The right may have ended while others had their turn.
    if (!this.#mayOperate(accountId, device)) throw forbidden('its account may not operate this device any more.');
    await this.#deps.control.setAll(device, { outputs: [...outputs], events }, actor);
  }

  #mayOperate(accountId: number, { espid }: DeviceRecord): boolean {
    return this.#deps.find(accountId, espid, 'operate') !== undefined;
  }

  #count(key: string): number {
    return this.#waiting.get(key) ?? 0;
  }

  #taken(key: string): void {
    const left = this.#count(key) - 1;
    if (left > 0) this.#waiting.set(key, left);
    else this.#waiting.delete(key);
  }
}

/** What the account itself is refused; undefined: something went wrong, and the app may send it again. */
function refusalOf(error: unknown): AppError | undefined {
  if (error instanceof AppError) return error;
  const busy = busyOf(error);
  return busy?.status === tooManyRequests ? busy : undefined;
}

function readRequest(device: DeviceRecord, subtopic: string, payload: Buffer): CommandRequest {
  const text = textOf(payload);
  if (text === null) return problem('it is not UTF-8.');
  const request =
    subtopic === 'io' ? parseIoCommand(text) : subtopic === 'event' ? readEvent(text) : problem(onlyThese);
  if (request.problem !== null) return request;
  const wrong = [
    ...request.outputs.map((output) => outputProblem(device.family, output)),
    ...request.events.map((event) => eventProblem(event)),
  ].find((found) => found !== null);
  if (wrong !== undefined) return problem(wrong);
  return callsOf(request) > maxCallsAtOnce ? problem(tooManyCalls) : request;
}

const tooManyCalls = `it has more than ${maxCallsAtOnce} commands: its outputs are one together, each event is one.`;
const onlyThese = 'apps may publish to io and event only.';

function readEvent(text: string): CommandRequest {
  const event = parseEventAction(text);
  return event ? { outputs: [], events: [event], problem: null } : problem('it is not Event:name:value.');
}

const problem = (sentence: string): CommandRequest => ({ outputs: [], events: [], problem: sentence });

function textOf(payload: Buffer): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(payload);
  } catch {
    return null;
  }
}
