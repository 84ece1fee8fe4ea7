import type { Device, PairingState } from '@cyno/contract';
import { boardFamily } from '@cyno/device-protocol';
import type { BoardSession, DeviceBroker } from '../../platform/broker/index.ts';
import type { Clock } from '../../platform/clock.ts';
import { badRequest, notFound } from '../../platform/errors.ts';
import type { DeviceRecord, Devices } from '../devices/index.ts';
import type { KeyRow, PairingRepository, PendingRow, PendingState } from './pairing.repository.ts';

const maxPending = 10;
const maxRefused = 500;
/** A rejected board may ask again after a day, a blocked one never. */
const rejectedMs = 24 * 3600 * 1000;

interface AccountPairing {
  boards: Map<string, PendingRow>;
  keys: KeyRow[];
  windowOpenUntil: number | null;
}

interface ServiceDeps {
  repository: PairingRepository;
  devices: Devices;
  broker: Pick<DeviceBroker, 'session' | 'disconnectBoard'>;
  clock: Clock;
  newConnectionKey(): string;
  /** Called when a waiting board became a device while it is connected. */
  boardAccepted(device: DeviceRecord, session: BoardSession): void;
}

/** Who may join an account: boards that wait, connection keys, and the *Add device* window. */
export class Pairing {
  readonly #deps: ServiceDeps;
  /** Filled at an account's first use and kept: boards that are refused ask again every 15 s. */
  readonly #accounts = new Map<number, Promise<AccountPairing>>();
  readonly #listeners = new Set<(accountId: number) => void>();

  constructor(deps: ServiceDeps) {
    this.#deps = deps;
  }

  subscribe(listener: (accountId: number) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  async state(accountId: number): Promise<PairingState> {
    const { boards, keys } = await this.#load(accountId);
    const problem = this.#deps.devices.refusal(accountId)?.message ?? null;
    const rows = [...boards.values()].sort((a, b) => b.seenAt - a.seenAt);
    return {
      connectionKey: currentKey(keys)?.key ?? '',
      windowOpenUntil: await this.windowOpenUntil(accountId),
      pending: rows
        .filter((row) => row.state === 'pending')
        .map(({ espid, seenAt, ip }) => ({
          espid,
          seenAt,
          ip,
          verified: false,
          online: this.#isOnline(accountId, espid),
          problem,
        })),
      blocked: rows.filter((row) => row.state === 'blocked').map(({ espid, seenAt }) => ({ espid, at: seenAt })),
      oldKeyBoards: await this.#deps.repository.listOldKeyBoards(accountId),
    };
  }

  /** Waiting boards as entries of the device list, behind all devices. */
  async pendingDevices(accountId: number): Promise<Device[]> {
    const { pending } = await this.state(accountId);
    const first = this.#deps.devices.ofAccount(accountId).length;
    return pending.map((board, index) => ({
      espid: board.espid,
      name: board.espid,
      order: first + index,
      online: board.online,
      onlineChangedAt: null,
      lastSeenAt: board.seenAt,
      pending: true,
      verified: false,
      paused: false,
      virtual: false,
      virtualUntil: null,
      family: boardFamily(board.espid),
      firmware: null,
      template: null,
      rssi: null,
      ip: board.ip,
      ssid: null,
      location: null,
      icon: null,
      favourite: false,
      tags: [],
      notes: '',
      groupId: null,
      timeZone: null,
      variables: [],
    }));
  }

  async windowOpenUntil(accountId: number): Promise<number | null> {
    const { windowOpenUntil } = await this.#load(accountId);
    return windowOpenUntil !== null && windowOpenUntil > this.#deps.clock.now() ? windowOpenUntil : null;
  }

  /** Opens the window; boards that wait and are connected at this moment join too. 0 minutes shuts it. */
  async setWindow(accountId: number, minutes: number): Promise<void> {
    const account = await this.#load(accountId);
    const until = minutes === 0 ? null : this.#deps.clock.now() + minutes * 60_000;
    await this.#deps.repository.saveWindow(accountId, until);
    account.windowOpenUntil = until;
    if (until !== null) {
      for (const row of [...account.boards.values()]) {
        const joins = row.state === 'pending' && this.#isOnline(accountId, row.espid);
        if (joins && this.#mayJoin(accountId, row.espid)) await this.accept(accountId, row.espid);
      }
    }
    this.#emit(accountId);
  }

  /** Makes a waiting board a device. Throws `limit_reached` when the plan has no room for it. */
  async accept(accountId: number, espid: string): Promise<DeviceRecord> {
    const account = await this.#load(accountId);
    if (!account.boards.has(espid)) throw notFound('waiting board', espid);
    if (this.#deps.devices.find(espid)) throw badRequest(`The board "${espid}" belongs to another account.`);
    const device = await this.join(accountId, espid, null);
    this.#openSession(accountId, device);
    return device;
  }

  /** A board that was told to wait has opened its session: its owner may have decided in the meantime. */
  async connected(session: BoardSession): Promise<void> {
    const { accountId, espid } = session;
    const device = this.#deps.devices.findOwned(accountId, espid);
    if (device) this.#openSession(accountId, device);
    else if ((await this.windowOpenUntil(accountId)) !== null && this.#mayJoin(accountId, espid)) {
      await this.accept(accountId, espid);
    }
    this.#emit(accountId);
  }

  /** Makes the board a device of the account. */
  async join(accountId: number, espid: string, verifiedKeyId: number | null): Promise<DeviceRecord> {
    const account = await this.#load(accountId);
    const device = await this.#deps.devices.add({ accountId, espid, verifiedKeyId });
    account.boards.delete(espid);
    await this.#deps.repository.removeBoards(accountId, [espid]);
    await this.#dropElsewhere(accountId, espid);
    this.#emit(accountId);
    return device;
  }

  /** Refuses a waiting board for a day (`rejected`) or until it is unblocked (`blocked`). */
  async refuse(accountId: number, espid: string, state: 'rejected' | 'blocked'): Promise<void> {
    const account = await this.#load(accountId);
    const row = account.boards.get(espid);
    if (!row) throw notFound('waiting board', espid);
    await this.#put(accountId, account, { ...row, state, seenAt: this.#deps.clock.now() });
    if (this.#isOnline(accountId, espid)) this.#deps.broker.disconnectBoard(espid, accountId);
    this.#emit(accountId);
  }

  async unblock(accountId: number, espid: string): Promise<void> {
    const account = await this.#load(accountId);
    if (account.boards.get(espid)?.state !== 'blocked') throw notFound('blocked board', espid);
    account.boards.delete(espid);
    await this.#deps.repository.removeBoards(accountId, [espid]);
    this.#emit(accountId);
  }

  /** How an unknown board stands with this account; a rejection ends after a day. */
  async standing(accountId: number, espid: string): Promise<PendingState | undefined> {
    const row = (await this.#load(accountId)).boards.get(espid);
    if (row?.state === 'rejected' && row.seenAt + rejectedMs < this.#deps.clock.now()) return undefined;
    return row?.state;
  }

  /** Notes that a board asks to join; above ten the one that has waited longest is dropped. */
  async ask(accountId: number, espid: string, ip: string): Promise<void> {
    const account = await this.#load(accountId);
    await this.#put(accountId, account, { espid, ip, state: 'pending', seenAt: this.#deps.clock.now() });
    const waiting = [...account.boards.values()].filter((row) => row.state === 'pending');
    const surplus = waiting
      .sort((a, b) => a.seenAt - b.seenAt)
      .slice(0, Math.max(0, waiting.length - maxPending))
      .map((row) => row.espid);
    for (const dropped of surplus) {
      account.boards.delete(dropped);
      if (this.#isOnline(accountId, dropped)) this.#deps.broker.disconnectBoard(dropped, accountId);
    }
    await this.#deps.repository.removeBoards(accountId, surplus);
    this.#emit(accountId);
  }

  /** A key of the account that was not ended, current or retired. */
  async findKey(accountId: number, key: string): Promise<{ id: number; current: boolean } | undefined> {
    const found = (await this.#load(accountId)).keys.find((row) => row.key === key);
    return found && { id: found.id, current: found.retiredAt === null };
  }

  async connectionKey(accountId: number): Promise<string> {
    return currentKey((await this.#load(accountId)).keys)?.key ?? '';
  }

  /** Makes a new key. Boards that joined with an earlier one go on, unless `endOld`. */
  async rotateKey(accountId: number, endOld: boolean): Promise<void> {
    const account = await this.#load(accountId);
    await this.#deps.repository.rotateKey(accountId, this.#deps.newConnectionKey(), endOld, this.#deps.clock.now());
    account.keys = await this.#deps.repository.listKeys(accountId);
    if (endOld) {
      for (const device of this.#deps.devices.ofAccount(accountId)) {
        if (device.verifiedKeyId !== null) this.#deps.broker.disconnectBoard(device.espid);
      }
    }
    this.#emit(accountId);
  }

  /** Tells the listeners that a waiting board left. */
  disconnected(accountId: number): void {
    this.#emit(accountId);
  }

  /** Forgets boards that have not asked for a month and rejections that are over. */
  async tidy(): Promise<void> {
    const before = this.#deps.clock.now() - 30 * 24 * 3600 * 1000;
    await this.#deps.repository.removeOlderThan(before);
    for (const loading of this.#accounts.values()) {
      const { boards } = await loading;
      for (const row of boards.values()) if (row.state !== 'blocked' && row.seenAt < before) boards.delete(row.espid);
    }
  }

  async #put(accountId: number, account: AccountPairing, row: PendingRow): Promise<void> {
    if (!account.boards.has(row.espid) && account.boards.size >= maxRefused) {
      const [oldest] = account.boards.keys();
      if (oldest !== undefined) {
        account.boards.delete(oldest);
        await this.#deps.repository.removeBoards(accountId, [oldest]);
      }
    }
    account.boards.set(row.espid, row);
    await this.#deps.repository.saveBoard(accountId, row);
  }

  /** Whoever else claims to be a board that has joined an account has nothing to wait for any more. */
  async #dropElsewhere(accountId: number, espid: string): Promise<void> {
    await this.#deps.repository.removeWaiting(espid);
    for (const [otherId, loading] of this.#accounts) {
      const other = otherId === accountId ? undefined : await loading;
      if (other?.boards.get(espid)?.state !== 'pending') continue;
      other.boards.delete(espid);
      this.#deps.broker.disconnectBoard(espid, otherId);
      this.#emit(otherId);
    }
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
    const loading = this.#read(accountId);
    this.#accounts.set(accountId, loading);
    loading.catch(() => this.#accounts.delete(accountId));
    return loading;
  }

  async #read(accountId: number): Promise<AccountPairing> {
    const { repository } = this.#deps;
    const [rows, keys, windowOpenUntil] = await Promise.all([
      repository.listBoards(accountId),
      repository.listKeys(accountId),
      repository.findWindow(accountId),
    ]);
    return { boards: new Map(rows.map((row) => [row.espid, row])), keys, windowOpenUntil };
  }

  #emit(accountId: number): void {
    for (const listener of this.#listeners) listener(accountId);
  }
}

const currentKey = (keys: readonly KeyRow[]): KeyRow | undefined => keys.find((row) => row.retiredAt === null);
