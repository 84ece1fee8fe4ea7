import { type AdminClaim, type ClaimDecision, type ClaimList, deviceLogText, displayName } from '@cyno/contract';
import type { BoardMessage, BoardSession } from '../../../platform/broker/index.ts';
import type { Clock } from '../../../platform/clock.ts';
import { AppError, because, notFound } from '../../../platform/errors.ts';
import type { Logger } from '../../../platform/log/index.ts';
import type { Counter } from '../../../platform/throttle/index.ts';
import type { Actor, AuditEntry } from '../../people/admin/index.ts';
import { type DeviceLog, type DeviceRecord, type Devices, isSpeech } from '../devices/index.ts';
import type { Pairing } from '../pairing/index.ts';
import type { BoardClaimsRepository, ClaimRow } from './board-claims.repository.ts';
import { ClaimProofs } from './claim-proofs.ts';

const dayMs = 24 * 3600 * 1000;
/** So long can the holder object. */
const objectMs = 3 * dayMs;
/** A board that was seen so lately, or while its holder could object, is taken from nobody without an administrator. */
const recentMs = 30 * dayMs;
/** So long is a decision shown to who claimed the board, and binds them. */
const bindingMs = 30 * dayMs;
const maxOpen = { ofAccount: 5, ofDevice: 5 };

/** Nobody in particular: the time to object was over, or there was nobody who could. */
const nobody: Actor = { id: null, name: 'server', ip: null };

export interface BoardClaimsDeps {
  readonly repository: BoardClaimsRepository;
  readonly clock: Clock;
  readonly log: Logger;
  readonly devices: Devices;
  readonly deviceLog: Pick<DeviceLog, 'append'>;
  readonly pairing: Pairing;
  readonly starts: Pick<Counter, 'take'>;
  emailOf(accountId: number): Promise<string | undefined>;
  /** Whether it has values, of its board or of a file. */
  hasValues(deviceId: number): boolean;
  /** Whether the account could learn what happened at this instant: by mail, or since it was logged in after it. */
  couldLearn(accountId: number, at: Date): Promise<boolean>;
  record(entry: AuditEntry): Promise<void>;
  /** Mails; they throw nothing. */
  notify: {
    claimed(holderId: number, claim: { espid: string; name: string; until: number }): void;
    lost(holderId: number, claim: { espid: string; name: string }): void;
    decided(claimantId: number, claim: { espid: string; granted: boolean }): void;
  };
}

/**
 * The way back to a board whose id another account took: who holds it shows that it speaks to them, its present holder is notified and
 * can object, and an administrator decides what stays disputed (docs/decisions/0027).
 */
export class BoardClaims {
  readonly #deps: BoardClaimsDeps;
  readonly #proofs: ClaimProofs;

  constructor(deps: BoardClaimsDeps) {
    this.#deps = deps;
    this.#proofs = new ClaimProofs(deps.clock);
  }

  async list(accountId: number): Promise<ClaimList> {
    const { repository } = this.#deps;
    const [made, received] = await Promise.all([
      repository.madeBy(accountId, this.#before(bindingMs)),
      repository.receivedBy(accountId),
    ]);
    const proving = this.#proofs
      .of(accountId)
      .map(({ espid, openedAt, until }) => ({ id: null, espid, state: 'proving' as const, openedAt, until }));
    return {
      made: [
        ...proving,
        ...made.map(({ id, espid, state, openedAt, decidesAt }) => ({
          id,
          espid,
          state,
          openedAt: openedAt.getTime(),
          until: state === 'open' ? decidesAt.getTime() : null,
        })),
      ],
      received: received.map(asReceived),
    };
  }

  /**
   * Waits ten minutes for a message of the board, which must wait at the account with its connection key. Throws a 404 when it does not
   * wait, a 409 that names what is missing, a 429.
   */
  async start(accountId: number, espid: string): Promise<void> {
    const { pairing, devices, repository, starts } = this.#deps;
    const board = await pairing.findWaiting(accountId, espid);
    if (!board) throw notFound('waiting board', espid);
    const device = devices.find(espid);
    if (!device) throw conflict('Nobody else has this board. Accept it.', because('board_free'));
    if (device.virtual)
      throw conflict('This is the id of a virtual board, which nobody can hold.', because('virtual_board'));
    if (!board.proved) {
      throw conflict(
        'The board must come with your connection key. Put it into the sketch and upload it again.',
        because('key_missing'),
      );
    }
    const earlier = await repository.madeBy(accountId, this.#before(bindingMs));
    const same = earlier.find(({ deviceId }) => deviceId === device.id);
    if (same && same.decidedAt === null) throw conflict('You claim this board already.', because('claimed_already'));
    if (same?.state === 'refused') {
      throw conflict(
        'This claim was refused within the last 30 days. Ask the administrator of this server.',
        because('claim_refused'),
      );
    }
    if (earlier.filter(({ decidedAt }) => decidedAt === null).length >= maxOpen.ofAccount) {
      throw new AppError(
        403,
        'limit_reached',
        `You can claim ${maxOpen.ofAccount} boards at a time. Wait for a decision.`,
        because('too_many_claims', { max: maxOpen.ofAccount }),
      );
    }
    if ((await repository.countOf(device.id)) >= maxOpen.ofDevice) {
      throw conflict(
        'Others claim this board too. Ask the administrator of this server.',
        because('claimed_by_others'),
      );
    }
    await starts.take(String(accountId));
    this.#proofs.start(accountId, espid);
    devices.listChanged(accountId);
  }

  /** To be called with each message of a board. */
  heard({ accountId, espid, deviceId }: BoardSession, message: BoardMessage): void {
    if (deviceId !== null || !this.#proofs.isWaiting(accountId, espid) || !isSpeech(message)) return;
    this.#open(accountId, espid).catch((err: unknown) =>
      this.#deps.log.error({ err, espid, accountId }, 'A claim of a board could not be opened'),
    );
  }

  /** Takes a claim back; throws a 404. */
  async withdraw(accountId: number, id: number): Promise<void> {
    const claim = await this.#deps.repository.findUndecided(id);
    if (claim?.claimantId !== accountId) throw notFound('claim', String(id));
    await this.#decide(claim, 'withdrawn');
    this.#changed(accountId, this.#deps.devices.findById(claim.deviceId)?.accountId);
  }

  /** The holder gives the board up; throws a 404. */
  async accept(holder: Actor & { id: number }, id: number): Promise<void> {
    const { claim, device } = await this.#received(holder.id, id);
    await this.#grant(claim, device, { actor: holder });
  }

  /** The holder keeps the board, and an administrator is to decide; throws a 404. */
  async object(holder: Actor & { id: number }, id: number): Promise<void> {
    const { claim, device } = await this.#received(holder.id, id);
    if (!(await this.#deps.repository.dispute(claim.id)))
      throw conflict('An administrator decides about this claim already.', because('claim_disputed'));
    await this.#record('claim.objected', claim, { actor: holder, about: claim.claimantId });
    this.#changed(claim.claimantId, device.accountId);
  }

  /** What is not decided, for administrators. */
  async all(): Promise<AdminClaim[]> {
    const { repository, devices, pairing } = this.#deps;
    const rows = await repository.undecided();
    return Promise.all(
      rows.map(async ({ claim, holder, claimant }) => {
        const device = devices.findById(claim.deviceId);
        return {
          ...asReceived(claim),
          holder,
          claimant,
          holderSeenAt: device?.spokeAt == null ? null : device.lastSeenAt,
          holderOnline: device?.online ?? false,
          claimantOnline: (await pairing.findWaiting(claim.claimantId, claim.espid))?.isOnline ?? false,
        };
      }),
    );
  }

  /** An administrator decides at once; throws a 404, or a 409 when the claimant has no room for the device. */
  async decide(actor: Actor, id: number, { to, reason }: ClaimDecision): Promise<void> {
    const claim = await this.#deps.repository.findUndecided(id);
    const device = claim && this.#deps.devices.findById(claim.deviceId);
    if (!claim || !device)
      throw new AppError(404, 'not_found', 'This claim was decided already.', because('claim_decided'));
    const how = { actor, ...(reason !== undefined && { reason }) };
    if (to === 'claimant') await this.#grant(claim, device, how);
    else await this.#refuse(claim, device, how);
  }

  /**
   * Ends claims of devices that were deleted, gives boards away whose claims were granted, where that failed, and decides claims whose
   * holders did not respond: a board that was seen recently, or whose holder could not be notified of the claim, goes to an
   * administrator, another one to who claims it.
   */
  async decideDue(): Promise<void> {
    const { repository, devices, clock, log } = this.#deps;
    const now = new Date(clock.now());
    this.#changed(...(await repository.endPointless(now)));
    for (const claim of await repository.due(now)) {
      const device = devices.findById(claim.deviceId);
      try {
        const isGranted = claim.state === 'granted';
        const isGone = !device || device.accountId === claim.claimantId;
        if (isGone) await this.#decide(claim, isGranted ? 'granted' : 'withdrawn');
        else if (isGranted) await this.#give(claim, device);
        else if (await this.#isGivenUp(claim, device)) await this.#grant(claim, device, { actor: nobody });
        else await repository.dispute(claim.id);
      } catch (err) {
        log.warn({ err, claim: claim.id }, 'A claim of a board could not be decided; it is tried again');
      }
      this.#changed(claim.claimantId, device?.accountId);
    }
  }

  async #isGivenUp({ openedAt }: ClaimRow, device: DeviceRecord): Promise<boolean> {
    const { accountId, spokeAt, lastSeenAt } = device;
    if (this.#isEmpty(device)) return true;
    if (spokeAt !== null && (lastSeenAt ?? 0) > openedAt.getTime() - recentMs) return false;
    return this.#deps.couldLearn(accountId, openedAt);
  }

  async #open(claimantId: number, espid: string): Promise<void> {
    const { repository, devices, pairing, clock, deviceLog, notify } = this.#deps;
    const board = await pairing.findWaiting(claimantId, espid);
    const device = devices.find(espid);
    if (!board?.proved || !device || device.accountId === claimantId) return;
    // A client without the key, which anybody can be, ends nothing.
    if (!this.#proofs.end(claimantId, espid)) return;
    const until = clock.now() + objectMs;
    const claim = await repository.open({
      deviceId: device.id,
      espid,
      claimantId,
      openedAt: new Date(clock.now()),
      decidesAt: new Date(until),
    });
    if (!claim) return;
    const opener = { id: claimantId, name: (await this.#deps.emailOf(claimantId)) ?? '', ip: null };
    await this.#record('claim.opened', claim, { actor: opener, about: device.accountId });
    // Nothing of it is lost.
    if (this.#isEmpty(device) && devices.refusal(claimantId) === null) {
      await this.#grant(claim, device, { actor: nobody });
      return;
    }
    deviceLog.append(device.id, 'note', deviceLogText('claimed', {}));
    notify.claimed(device.accountId, { espid, name: displayName(device, 'en'), until });
    this.#changed(claimantId, device.accountId);
  }

  /** Its board never sent anything, and no history was imported. */
  #isEmpty({ id, spokeAt }: DeviceRecord): boolean {
    return spokeAt === null && !this.#deps.hasValues(id);
  }

  async #received(holderId: number, id: number): Promise<{ claim: ClaimRow; device: DeviceRecord }> {
    const claim = await this.#deps.repository.findUndecided(id);
    const device = claim && this.#deps.devices.findById(claim.deviceId);
    if (!claim || device?.accountId !== holderId) throw notFound('claim', String(id));
    return { claim, device };
  }

  /** The device leaves its holder as if they had deleted it, and its board is the claimant's from that moment. */
  async #grant(claim: ClaimRow, device: DeviceRecord, how: { actor: Actor; reason?: string }): Promise<void> {
    const { claimantId } = claim;
    if (this.#deps.devices.refusal(claimantId)) {
      throw conflict(
        'The account that claims the board has no room for a further device at the moment.',
        because('claimant_full'),
      );
    }
    if (!(await this.#deps.repository.grant(claim.id))) throw decidedAlready();
    await this.#record('claim.granted', claim, { ...how, about: claimantId, from: device.accountId });
    await this.#give(claim, device);
  }

  /** What a granted claim brings about. It is decided when the device has left its holder: until then the server tries again. */
  async #give(claim: ClaimRow, device: DeviceRecord): Promise<void> {
    const { devices, pairing, repository, notify, log, clock } = this.#deps;
    const { claimantId, espid } = claim;
    const holderId = device.accountId;
    // Its holder may have deleted it in the same moment.
    if (devices.findOwned(holderId, espid)) await devices.remove(holderId, espid);
    await this.#decide(claim, 'granted');
    const others = await repository.endOthers([device.id], new Date(clock.now()));
    // Should somebody be quicker, the board still requests to join at its next connection.
    await pairing
      .join(claimantId, espid, { keyId: await pairing.currentKeyId(claimantId) })
      .catch((err: unknown) => log.warn({ err, espid, claimantId }, 'A board that was granted did not join at once'));
    notify.lost(holderId, { espid, name: displayName(device, 'en') });
    notify.decided(claimantId, { espid, granted: true });
    this.#changed(claimantId, holderId, ...others);
  }

  async #refuse(claim: ClaimRow, device: DeviceRecord, how: { actor: Actor; reason?: string }): Promise<void> {
    await this.#decide(claim, 'refused');
    await this.#record('claim.refused', claim, { ...how, about: claim.claimantId, from: device.accountId });
    this.#deps.notify.decided(claim.claimantId, { espid: claim.espid, granted: false });
    this.#changed(claim.claimantId, device.accountId);
  }

  async #decide({ id }: ClaimRow, outcome: 'granted' | 'refused' | 'withdrawn'): Promise<void> {
    const { repository, clock } = this.#deps;
    if (!(await repository.decide(id, outcome, new Date(clock.now())))) throw decidedAlready();
  }

  async #record(
    action: AuditEntry['action'],
    claim: ClaimRow,
    { actor, about, from, reason }: { actor: Actor; about: number; from?: number; reason?: string },
  ): Promise<void> {
    const { emailOf, record } = this.#deps;
    await record({
      actor,
      action,
      target: { id: about, name: (await emailOf(about)) ?? '' },
      details: {
        board: claim.espid,
        ...(from !== undefined && { holder: (await emailOf(from)) ?? null }),
        ...(action === 'claim.opened' && { until: claim.decidesAt.toISOString() }),
        ...(reason !== undefined && { reason }),
      },
    });
  }

  #changed(...accountIds: (number | undefined)[]): void {
    for (const accountId of new Set(accountIds)) if (accountId !== undefined) this.#deps.devices.listChanged(accountId);
  }

  #before(ms: number): Date {
    return new Date(this.#deps.clock.now() - ms);
  }
}

const asReceived = ({ id, espid, state, openedAt, decidesAt }: ClaimRow) => ({
  id,
  espid,
  state: state === 'disputed' ? ('disputed' as const) : ('open' as const),
  openedAt: openedAt.getTime(),
  decidesAt: decidesAt.getTime(),
});

const decidedAlready = () => conflict('This claim was decided already.', because('claim_decided'));
const conflict = (sentence: string, why: ReturnType<typeof because>) => new AppError(409, 'conflict', sentence, why);
