import type { Command, GuestPass, NewPass, PassState, PublicPass } from '@cyno/contract';
import { longestPassMs } from '@cyno/contract';
import { eventProblem, outputProblem } from '@cyno/device-protocol';
import type { Clock } from '../../../platform/clock.ts';
import { AppError, badRequest, because, notFound } from '../../../platform/errors.ts';
import type { Logger } from '../../../platform/log/index.ts';
import type { Control, Requester } from '../../boards/control/index.ts';
import type { DeviceRecord } from '../../boards/devices/index.ts';
import type { PassesRepository, PassRow, PassUseRow } from './passes.repository.ts';

/** Of a device, with those that are over and not forgotten yet. */
const maxPasses = 200;
/** Those that are over are shown for so long. */
const retentionMs = 30 * 24 * 3_600_000;
/** A command of a guest waits no longer for its board: a gate must not open after the guest has left. */
const waitsMs = 30_000;

/** What a pass operates, as its owner set it up; undefined: it is not there any more. */
export type FindTarget = (
  deviceId: number,
  target: NewPass['target'],
) =>
  | {
      readonly name: string | null;
      readonly label?: string | null;
      readonly reported: string | number | null;
      readonly locked: boolean;
      readonly momentaryMs?: number | null;
    }
  | undefined;

interface PassesDeps {
  readonly repository: PassesRepository;
  readonly clock: Clock;
  readonly log: Logger;
  readonly control: Pick<Control, 'switchOutputs' | 'sendEvent' | 'withdraw'>;
  findDevice(deviceId: number): DeviceRecord | undefined;
  findTarget: FindTarget;
  /** The first of the newest commands of a pass that is it; undefined: it is forgotten, or never was. */
  findCommand(device: DeviceRecord, pass: PassRow, isIt: (command: Command) => boolean): Promise<Command | undefined>;
  mayBeUsed(accountId: number): boolean;
  /** A random token, and what is stored of one. */
  newToken(): string;
  hashToken(token: string): string;
}

/** A pass that leads to a device which its maker still owns. */
export interface OpenPass {
  readonly row: PassRow;
  /** Undefined: it cannot be operated at this time. */
  readonly device: DeviceRecord | undefined;
}

/** Passes that let somebody without an account operate one thing of a device, some times, until an instant. */
export class Passes {
  readonly #deps: PassesDeps;

  constructor(deps: PassesDeps) {
    this.#deps = deps;
  }

  async list({ id, accountId }: DeviceRecord): Promise<GuestPass[]> {
    const now = this.#deps.clock.now();
    return (await this.#deps.repository.list(id, accountId)).map((row) => describe(row, now));
  }

  /** Makes a pass. Throws a 400 for what the board cannot do or a time that is over, a 409 when the device has too many. */
  async add(device: DeviceRecord, request: NewPass): Promise<{ pass: GuestPass; token: string }> {
    const { repository, clock, findTarget, newToken, hashToken } = this.#deps;
    const now = clock.now();
    const { target, from, until, ...rest } = request;
    const problem = requestProblem(device, request, now);
    if (problem) throw problem;
    if (!findTarget(device.id, target))
      throw badRequest('Set this up on the Control tab first.', because('control_not_set_up'));
    const token = newToken();
    const row = await repository.add(
      {
        ...rest,
        target,
        fromAt: from,
        untilAt: until,
        createdAt: now,
        deviceId: device.id,
        accountId: device.accountId,
        tokenHash: hashToken(token),
      },
      maxPasses,
    );
    if (!row) {
      const sentence = `A device has at most ${maxPasses} passes, with those of the last 30 days.`;
      throw new AppError(409, 'limit_reached', sentence, because('too_many_passes', { max: maxPasses }));
    }
    return { pass: describe(row, now), token };
  }

  /** Ends a pass at once, and cancels what was requested with it and waits for the board. Throws a 404 when there is no such pass. */
  async revoke(device: DeviceRecord, id: number): Promise<void> {
    const { repository, clock } = this.#deps;
    const row = await repository.revoke({ deviceId: device.id, accountId: device.accountId, id }, clock.now());
    if (!row) throw notFound('pass', String(id));
    this.#cancelCommands(device, row);
  }

  /** The pass that a token stands for; undefined when there is none. */
  async open(token: string): Promise<OpenPass | undefined> {
    const { repository, hashToken } = this.#deps;
    const row = await repository.findByToken(hashToken(token));
    return row && { row, device: this.#deviceOf(row) };
  }

  /** What a guest may know of a pass: of the device only while it can be operated, or a last press is under way. */
  show({ row, device }: OpenPass): PublicPass {
    const now = this.#deps.clock.now();
    const state = stateOf(row, now);
    const target = device && this.#deps.findTarget(device.id, row.target);
    if (state === 'revoked') return { state, now, pass: null };
    if (!device || !target) return { state: 'unavailable', now, pass: null };
    const { title, offers, uses, used, fromAt, untilAt, lastUsedAt } = row;
    const isInUse = state === 'ready' || (state === 'used_up' && now < (lastUsedAt ?? 0) + waitsMs);
    return {
      state,
      now,
      pass: {
        title,
        target: isInUse ? describeTarget(row, target) : null,
        offers,
        usesLeft: uses - used,
        from: fromAt,
        until: untilAt,
        online: isInUse ? device.online : null,
        asks: isInUse && target.locked,
        backAfterMs: isInUse ? (target.momentaryMs ?? null) : null,
      },
    };
  }

  /**
   * Uses a pass once: a use counts when its command was accepted, and the same key again is the same use. Throws a 409 when the pass
   * cannot be used now, a 400 for what it does not allow.
   */
  async use(pass: OpenPass, { value, key }: { value: string; key: string }): Promise<void> {
    const { repository, clock } = this.#deps;
    const { row, device } = pass;
    const { state } = this.show(pass);
    const use = { passId: row.id, key };
    if (await repository.findUse(use)) return;
    if (!device || state !== 'ready') throw unusable(state);
    if (!row.offers.some((offer) => offer.value === value))
      throw badRequest('This pass does not allow that.', because('not_offered'));
    if (!device.online)
      throw new AppError(
        409,
        'conflict',
        'The board is offline. Nothing was sent, and no use is gone.',
        because('board_offline'),
      );
    const now = clock.now();
    const taken = await repository.take({ ...use, value, at: now });
    if (taken === 'again') return;
    if (taken !== 'taken') throw unusable(taken ? stateOf(taken, now) : 'unavailable');
    const commandId = await this.#send(device, row, value).catch(async (error: unknown) => {
      await repository.giveBack(use);
      throw error;
    });
    await repository
      .saveCommand(use, commandId)
      // It is on its way, and is found by what it is.
      .catch((err: unknown) => this.#deps.log.warn({ err }, 'The command of a pass could not be noted with its use'));
    // It may have been revoked between the use and the command, when there was nothing to cancel yet.
    if (await repository.isRevoked(row.id)) this.#cancelCommands(device, row);
  }

  /** What became of a use. Throws a 404 when there is none with this key. */
  async result({ row, device }: OpenPass, key: string) {
    const use = await this.#deps.repository.findUse({ passId: row.id, key });
    if (!use) throw new AppError(404, 'not_found', 'There is no such use of this pass.', because('not_found'));
    const label = row.offers.find(({ value }) => value === use.value)?.label ?? use.value;
    const usesLeft = Math.max(0, row.uses - row.used);
    const command = device && (await this.#deps.findCommand(device, row, (one) => isCommandOf(use, one)));
    const isUnderWay = use.commandId === null && this.#deps.clock.now() < use.at + waitsMs;
    const { state = isUnderWay ? 'queued' : 'expired', sentAt = null, answeredAt = null } = command ?? {};
    const responseMs = sentAt === null || answeredAt === null ? null : answeredAt - sentAt;
    return { key, label, state, answerMs: responseMs, usesLeft };
  }

  /** Forgets passes that have been over for a month; a job does this each night. */
  async cleanup(): Promise<void> {
    await this.#deps.repository.forget(this.#deps.clock.now() - retentionMs);
  }

  #cancelCommands(device: DeviceRecord, { id }: PassRow): void {
    const isIts = (requester: Requester) => requester.kind === 'pass' && requester.id === id;
    this.#deps.control.withdraw(device, isIts, 'The pass was revoked.');
  }

  async #send(device: DeviceRecord, { id, name, target, untilAt }: PassRow, value: string): Promise<number> {
    const { control, clock } = this.#deps;
    const by: Requester = { kind: 'pass', name, id };
    const limits = { waitsMs: Math.min(waitsMs, untilAt - clock.now()) };
    const commands =
      target.kind === 'output'
        ? await control.switchOutputs(
            device,
            { pins: [{ pin: target.pin, mode: target.mode, value: Number(value) }] },
            by,
            limits,
          )
        : await control.sendEvent(device, { name: target.name, value }, by, limits);
    const [first] = commands;
    if (!first) throw new Error('An accepted wish has a command.');
    return first.id;
  }

  #deviceOf(row: PassRow): DeviceRecord | undefined {
    const device = this.#deps.findDevice(row.deviceId);
    const isUsable = device && device.accountId === row.accountId && !device.paused;
    return isUsable && this.#deps.mayBeUsed(row.accountId) ? device : undefined;
  }
}

function requestProblem(
  { family }: DeviceRecord,
  { target, offers, from, until }: NewPass,
  now: number,
): AppError | null {
  if (until <= now) return badRequest('The time until which it is good is over already.', because('end_in_past'));
  if (until > now + longestPassMs)
    return badRequest('A guest pass is valid for a year at most.', because('pass_too_long'));
  if (from !== null && from >= until) return badRequest('It must begin before it ends.', because('end_before_start'));
  const problems = offers.map(({ value }) =>
    target.kind === 'output'
      ? outputProblem(family, { pin: target.pin, mode: target.mode, value: Number(value) })
      : eventProblem({ name: target.name, value }),
  );
  const problem = problems.find((found) => found !== null);
  if (problem === undefined) return null;
  const why = target.kind === 'output' ? because('pin_impossible', { pin: target.pin }) : because('event_invalid');
  return badRequest(problem, why);
}

function stateOf({ revokedAt, untilAt, used, uses, fromAt }: PassRow, now: number): PassState {
  if (revokedAt !== null) return 'revoked';
  if (untilAt <= now) return 'ended';
  if (used >= uses) return 'used_up';
  return fromAt !== null && fromAt > now ? 'not_yet' : 'ready';
}

function describeTarget(
  { target }: PassRow,
  { name, label, reported }: NonNullable<ReturnType<FindTarget>>,
): NonNullable<PublicPass['pass']>['target'] {
  const { pin, mode } = target.kind === 'output' ? target : { pin: null, mode: null };
  return { name: label ?? name ?? pin ?? '', pin, mode, reported: reported === null ? null : String(reported) };
}

const isCommandOf = (use: PassUseRow, { id, value, createdAt }: Command): boolean =>
  use.commandId === null ? value === use.value && createdAt >= use.at : id === use.commandId;

function describe(row: PassRow, now: number): GuestPass {
  const { id, name, title, target, offers, uses, used, fromAt, untilAt, createdAt, lastUsedAt } = row;
  const state = stateOf(row, now);
  return {
    id,
    name,
    title,
    target,
    offers,
    uses,
    used,
    from: fromAt,
    until: untilAt,
    createdAt,
    lastUsedAt,
    state,
  };
}

const sentences: Record<PublicPass['state'], string> = {
  ready: 'This pass cannot be used now.',
  not_yet: 'This pass is not good yet.',
  used_up: 'All uses of this pass are gone.',
  ended: 'The time of this pass is over.',
  revoked: 'This pass was revoked.',
  unavailable: 'This cannot be operated now. Contact the person who gave you the pass.',
};
const reasons = {
  ready: 'pass_not_now',
  not_yet: 'pass_not_yet',
  used_up: 'pass_used_up',
  ended: 'pass_expired',
  revoked: 'pass_revoked',
  unavailable: 'pass_unavailable',
} as const satisfies Record<PublicPass['state'], string>;
const unusable = (state: PublicPass['state']) =>
  new AppError(409, 'conflict', sentences[state], because(reasons[state]));
