import type { Device, PairingState } from '@cyno/contract';
import { Batches } from '../../../platform/batches.ts';
import type { BoardSession, DeviceBroker } from '../../../platform/broker/index.ts';
import type { EventBus } from '../../../platform/bus/index.ts';
import type { Clock } from '../../../platform/clock.ts';
import { AppError, because, notFound } from '../../../platform/errors.ts';
import { runForServer } from '../../../platform/requester.ts';
import type { DeviceRecord, Devices } from '../devices/index.ts';
import { HomeNetworks } from './home-networks.ts';
import { pairingChanged } from './pairing.events.ts';
import type { KeyRow, PairingRepository, PairingWindow, PendingRow, PendingState } from './pairing.repository.ts';
import { asDevice } from './pending-device.ts';
import { type JoinRequest, WaitingBoards } from './waiting-boards.ts';

/** A rejected board may request again after a day, a blocked one never. */
const rejectedMs = 24 * 3600 * 1000;
const forgottenMs = 30 * 24 * 3600 * 1000;
const maxSaved = 200;

interface AccountPairing {
  readonly boards: WaitingBoards;
  keys: KeyRow[];
  window: PairingWindow | null;
}

interface ServiceDeps {
  repository: PairingRepository;
  devices: Devices;
  broker: Pick<DeviceBroker, 'session' | 'disconnectBoard'>;
  bus: EventBus;
  clock: Clock;
  newConnectionKey(): string;
  /** Called when a waiting board became a device while it is connected. */
  boardAccepted(device: DeviceRecord, session: BoardSession): void;
}

/** How a board joins: with which key, and whether one that the account deleted is left alone. */
interface Joining {
  readonly keyId: number | null;
  readonly unlessDeleted?: boolean;
}

/** Who may join an account: boards that wait, connection keys, and the *Add device* window. */
export class Pairing {
  /** Where the boards of each account come from. */
  readonly homes = new HomeNetworks();
  readonly #deps: ServiceDeps;
  /** Filled at an account's first use and cached: boards that are refused request again every 15 s. */
  readonly #accounts = new Map<number, Promise<AccountPairing>>();
  /** The accounts of which a change is published at the end of this turn of the event loop. */
  readonly #changed = new Set<number>();
  readonly #saving: Batches<{ accountId: number; row: PendingRow }, undefined>;

  constructor(deps: ServiceDeps) {
    this.#deps = deps;
    this.#saving = new Batches(async (boards) => {
      await deps.repository.saveBoards(boards);
      return boards.map(() => undefined);
    }, maxSaved);
  }

  async state(accountId: number): Promise<PairingState> {
    const { boards, keys, window } = await this.#load(accountId);
    const { devices, clock } = this.#deps;
    const refusal = devices.refusal(accountId);
    const problem = { problem: refusal?.message ?? null, ...refusal?.why };
    const isRunning = window !== null && window.until > clock.now();
    return {
      connectionKey: currentKey(keys)?.key ?? '',
      windowOpenUntil: isRunning && window.remaining > 0 ? window.until : null,
      windowRoom: isRunning ? window.remaining : null,
      pending: boards.inState('pending').flatMap(({ espid, seenAt, ip, proved }) => {
        const holder = devices.find(espid)?.accountId;
        if (holder === accountId) return [];
        const online = this.#isOnline(accountId, espid);
        const taken = holder !== undefined;
        return [{ espid, seenAt, ip, verified: proved, online, taken, ...(taken ? { problem: null } : problem) }];
      }),
      blocked: boards.inState('blocked').map(({ espid, seenAt }) => ({ espid, at: seenAt })),
      oldKeyBoards: await this.#deps.repository.listOldKeyBoards(accountId),
    };
  }

  /** Waiting boards as entries of the device list, behind all devices. */
  async pendingDevices(accountId: number): Promise<Device[]> {
    const { pending } = await this.state(accountId);
    const first = this.#deps.devices.countOf(accountId);
    return pending.map((board, index) => asDevice(board, first + index));
  }

  async isWindowOpen(accountId: number): Promise<boolean> {
    return this.#isOpen((await this.#load(accountId)).window);
  }

  /**
   * Opens the window for some boards; those that wait and are connected at this moment join too, first the ones of the account's own
   * networks. 0 minutes shuts it.
   */
  async setWindow(accountId: number, { minutes, boards }: { minutes: number; boards: number }): Promise<void> {
    const account = await this.#load(accountId);
    account.window = minutes === 0 ? null : { until: this.#deps.clock.now() + minutes * 60_000, remaining: boards };
    await this.#deps.repository.saveWindow(accountId, account.window);
    const isHome = ({ ip }: PendingRow) => this.homes.has(accountId, ip ?? '');
    const waiting = account.boards.inState('pending').reverse();
    for (const { espid } of [...waiting.filter(isHome), ...waiting.filter((row) => !isHome(row))]) {
      if (!this.#isOnline(accountId, espid) || !this.#mayJoin(accountId, espid)) continue;
      const device = await this.joinThroughWindow(accountId, espid);
      if (device) this.#openSession(accountId, device);
    }
    this.#noteChange(accountId);
  }

  /** Makes the board a device if the window is open and has room; null: it has not, or the account deleted the board. */
  async joinThroughWindow(accountId: number, espid: string): Promise<DeviceRecord | null> {
    const account = await this.#load(accountId);
    const { window } = account;
    if (!window || !this.#isOpen(window)) return null;
    // Taken before anything is waited for, so that a crowd that comes at once is counted one by one.
    window.remaining -= 1;
    let device: DeviceRecord | null = null;
    try {
      // Anyone who deletes a board that continues sending wants another one in its place.
      device = await this.join(accountId, espid, { keyId: null, unlessDeleted: true });
      return device;
    } finally {
      if (!device) window.remaining += 1;
      if (account.window === window) await this.#deps.repository.saveWindow(accountId, window);
    }
  }

  /** Makes a waiting board a device. Throws `limit_reached` when the plan has no room for it, a 409 when somebody else has it. */
  async accept(accountId: number, espid: string): Promise<DeviceRecord> {
    const { boards } = await this.#load(accountId);
    const row = boards.find(espid);
    if (!row) throw notFound('waiting board', espid);
    if (this.#deps.devices.find(espid)) {
      throw new AppError(
        409,
        'conflict',
        `The board "${espid}" belongs to another account. If you hold it, claim it.`,
        because('board_of_other_account', { espid }),
      );
    }
    const keyId = row.proved ? await this.currentKeyId(accountId) : null;
    const device = await this.join(accountId, espid, { keyId });
    if (!device) throw notFound('waiting board', espid);
    this.#openSession(accountId, device);
    return device;
  }

  /** A board that had to wait has opened its session: its owner may have decided in the meantime. */
  async connected(session: BoardSession): Promise<void> {
    const { accountId, espid } = session;
    const device =
      this.#deps.devices.findOwned(accountId, espid) ??
      (this.#mayJoin(accountId, espid) ? await this.joinThroughWindow(accountId, espid) : null);
    if (device) this.#openSession(accountId, device);
    // It had to give way while its connection was still being opened.
    else if (!(await this.findWaiting(accountId, espid))) this.#deps.broker.disconnectBoard(espid, accountId);
    this.#noteChange(accountId);
  }

  /** Makes the board a device of the account; null: the account deleted it, and it was to be left alone then. */
  async join(
    accountId: number,
    espid: string,
    { keyId, unlessDeleted = false }: Joining,
  ): Promise<DeviceRecord | null> {
    const { boards } = await this.#load(accountId);
    if (unlessDeleted && boards.find(espid)?.wasDeleted) return null;
    const device = await this.#deps.devices.add({ accountId, espid, verifiedKeyId: keyId, unlessDeleted });
    if (!device) return null;
    await boards.remove(espid);
    this.#noteChange(accountId);
    return device;
  }

  /** Refuses a waiting board for a day (`rejected`) or until it is unblocked (`blocked`). */
  async refuse(accountId: number, espid: string, state: 'rejected' | 'blocked'): Promise<void> {
    const { boards } = await this.#load(accountId);
    const row = boards.find(espid);
    if (!row) throw notFound('waiting board', espid);
    await boards.set({ ...row, state, seenAt: this.#deps.clock.now() });
    if (this.#isOnline(accountId, espid)) this.#deps.broker.disconnectBoard(espid, accountId);
    this.#noteChange(accountId);
  }

  async unblock(accountId: number, espid: string): Promise<void> {
    const { boards } = await this.#load(accountId);
    if (boards.find(espid)?.state !== 'blocked') throw notFound('blocked board', espid);
    await boards.remove(espid);
    this.#noteChange(accountId);
  }

  /** How an unknown board stands with this account; a rejection ends after a day. */
  async standing(accountId: number, espid: string): Promise<PendingState | undefined> {
    const row = (await this.#load(accountId)).boards.find(espid);
    if (row?.state === 'rejected' && row.seenAt + rejectedMs < this.#deps.clock.now()) return undefined;
    return row?.state;
  }

  /** Notes that a board requests to join; false: there is no place for it, and none has to give way to it. */
  async requestJoin(accountId: number, request: Omit<JoinRequest, 'wasDeleted'>): Promise<boolean> {
    const { espid } = request;
    const { boards } = await this.#load(accountId);
    // Found out while the device that was deleted is still stored.
    const wasDeleted =
      boards.find(espid)?.wasDeleted || (await this.#deps.devices.deletedAmong(accountId, [espid])).has(espid);
    const result = await boards.requestJoin({ ...request, wasDeleted });
    if (result === 'no place') return false;
    const { dropped } = result;
    if (dropped !== undefined && this.#isOnline(accountId, dropped)) {
      this.#deps.broker.disconnectBoard(dropped, accountId);
    }
    this.#noteChange(accountId);
    return true;
  }

  /** A board that waits at the account; `proved`: it came with a key or an access token of it. */
  async findWaiting(accountId: number, espid: string): Promise<{ proved: boolean; isOnline: boolean } | undefined> {
    const row = (await this.#load(accountId)).boards.find(espid);
    if (row?.state !== 'pending') return undefined;
    return { proved: row.proved, isOnline: this.#isOnline(accountId, espid) };
  }

  /** A key of the account that was not ended, current or retired. */
  async findKey(accountId: number, key: string): Promise<{ id: number; current: boolean } | undefined> {
    const found = (await this.#load(accountId)).keys.find((row) => row.key === key);
    return found && { id: found.id, current: found.retiredAt === null };
  }

  async connectionKey(accountId: number): Promise<string> {
    return currentKey((await this.#load(accountId)).keys)?.key ?? '';
  }

  async currentKeyId(accountId: number): Promise<number | null> {
    return currentKey((await this.#load(accountId)).keys)?.id ?? null;
  }

  /** Makes a new key. Boards that joined with an earlier one continue, unless `endOld`. */
  async rotateKey(accountId: number, endOld: boolean): Promise<void> {
    const account = await this.#load(accountId);
    await this.#deps.repository.rotateKey(accountId, this.#deps.newConnectionKey(), endOld, this.#deps.clock.now());
    account.keys = await this.#deps.repository.listKeys(accountId);
    if (endOld) {
      for (const device of this.#deps.devices.ofAccount(accountId)) {
        if (device.verifiedKeyId !== null) this.#deps.broker.disconnectBoard(device.espid, accountId);
      }
      // Accepted as they are they would count as boards that have the new key.
      for (const row of account.boards.inState('pending')) {
        if (!row.proved) continue;
        await account.boards.set({ ...row, proved: false });
        this.#deps.broker.disconnectBoard(row.espid, accountId);
      }
    }
    this.#noteChange(accountId);
  }

  /** To be called when a waiting board left. */
  disconnected(accountId: number): void {
    this.#noteChange(accountId);
  }

  /** Forgets boards that have not requested to join for a month and rejections that are over. */
  async cleanup(): Promise<void> {
    const before = this.#deps.clock.now() - forgottenMs;
    await this.#deps.repository.removeOlderThan(before);
    for (const loading of this.#accounts.values()) (await loading).boards.forgetBefore(before);
  }

  #isOpen(window: PairingWindow | null): boolean {
    return window !== null && window.remaining > 0 && window.until > this.#deps.clock.now();
  }

  #openSession(accountId: number, device: DeviceRecord): void {
    const session = this.#deps.broker.session(device.espid, accountId);
    if (session?.deviceId !== null) return;
    session.deviceId = device.id;
    this.#deps.boardAccepted(device, session);
  }

  #mayJoin(accountId: number, espid: string): boolean {
    const { devices } = this.#deps;
    return devices.find(espid) === undefined && devices.refusal(accountId) === null;
  }

  #isOnline(accountId: number, espid: string): boolean {
    return this.#deps.broker.session(espid, accountId)?.deviceId === null;
  }

  #load(accountId: number): Promise<AccountPairing> {
    const known = this.#accounts.get(accountId);
    if (known !== undefined) return known;
    // It is cached for all, so it is loaded as the server and not as the first who needs it.
    const loading = runForServer(() => this.#read(accountId));
    this.#accounts.set(accountId, loading);
    loading.catch(() => this.#accounts.delete(accountId));
    return loading;
  }

  async #read(accountId: number): Promise<AccountPairing> {
    const { repository, clock } = this.#deps;
    const [rows, keys, window] = await Promise.all([
      repository.listBoards(accountId),
      repository.listKeys(accountId),
      repository.findWindow(accountId),
    ]);
    const boards = new WaitingBoards(rows, {
      now: () => clock.now(),
      isOnline: (espid) => this.#isOnline(accountId, espid),
      isHome: (address) => this.homes.has(accountId, address),
      save: (row) => this.#saving.run({ accountId, row }),
      remove: (espids) => repository.removeBoards(accountId, espids),
    });
    return { boards, keys, window };
  }

  /** However many boards come in one turn, the change is published once. */
  #noteChange(accountId: number): void {
    if (this.#changed.size === 0) {
      setImmediate(() => runForServer(() => this.#publishChanges()));
    }
    this.#changed.add(accountId);
  }

  #publishChanges(): void {
    const changed = [...this.#changed];
    this.#changed.clear();
    for (const accountId of changed) this.#deps.bus.publish(pairingChanged, { accountId });
  }
}

const currentKey = (keys: readonly KeyRow[]): KeyRow | undefined => keys.find((row) => row.retiredAt === null);
