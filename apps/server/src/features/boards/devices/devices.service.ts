import type { Device, DevicePatch, DeviceVariable } from '@cyno/contract';
import type { EventBus } from '../../../platform/bus/index.ts';
import type { Clock } from '../../../platform/clock.ts';
import { type AppError, badRequest, because, notFound } from '../../../platform/errors.ts';
import { KeyedQueue } from '../../../platform/keyed-queue.ts';
import type { Logger } from '../../../platform/log/index.ts';
import { devicePlaceFreed } from '../../people/billing/index.ts';
import { type BoardFact, BoardFacts } from './board-facts.ts';
import type { Presence } from './connection/presence.ts';
import { type DeviceCapacity, DevicePlaces } from './device-places.ts';
import { type BulkChange, settingColumns, settingsOf, unsetInList } from './device-settings.ts';
import { DeviceDirectory, type DeviceRecord } from './devices.directory.ts';
import {
  deviceListChanged,
  devicePausedChanged,
  deviceReleased,
  deviceReported,
  presenceChanged,
} from './devices.events.ts';
import type { DevicesRepository } from './devices.repository.ts';
import { type NewBoard, NewDevices } from './new-devices.ts';

const graceMs = 7 * 24 * 3600 * 1000;

interface ServiceDeps {
  repository: DevicesRepository;
  presence: Presence;
  bus: EventBus;
  clock: Clock;
  log: Logger;
  variablesOf(deviceId: number): DeviceVariable[];
  /** Ends the open MQTT session of a board. */
  disconnectBoard(espid: string): void;
  /** What the account's plan allows. */
  capacityOf(accountId: number): DeviceCapacity;
}

type Filed = Pick<DeviceRecord, 'accountId' | 'order' | 'verifiedKeyId' | 'paused'>;

/** The account's boards: the directory in memory, and the rules about adding, ordering, naming and deleting. */
export class Devices {
  readonly #deps: ServiceDeps;
  /** What boards report about themselves. */
  readonly facts: BoardFacts;
  readonly #directory = new DeviceDirectory();
  readonly #places: DevicePlaces;
  readonly #newDevices: NewDevices;
  /** What an account sets is changed one after the other: of two at once the later one would undo the other. */
  readonly #queue = new KeyedQueue<number>();

  constructor(deps: ServiceDeps) {
    this.#deps = deps;
    this.facts = new BoardFacts({ ...deps, report: (device, fact) => this.#report(device, fact) });
    this.#places = new DevicePlaces({
      clock: deps.clock,
      capacityOf: (accountId) => deps.capacityOf(accountId),
      countOf: (accountId) => this.#directory.countOf(accountId),
      silentOf: (accountId) => this.#directory.silentOf(accountId),
    });
    this.#newDevices = new NewDevices({
      addAll: (wanted) => deps.repository.addAll(wanted),
      added: (devices) => {
        for (const device of devices) this.#directory.add(device);
        for (const accountId of new Set(devices.map((device) => device.accountId))) this.listChanged(accountId);
      },
    });
  }

  async load(): Promise<void> {
    for await (const page of this.#deps.repository.listAll()) for (const device of page) this.#directory.add(device);
  }

  find(espid: string): DeviceRecord | undefined {
    return this.#directory.find(espid);
  }

  findById(id: number): DeviceRecord | undefined {
    return this.#directory.findById(id);
  }

  findOwned(accountId: number, espid: string): DeviceRecord | undefined {
    return this.#directory.findOwned(accountId, espid);
  }

  /** The account's device; throws `not_found` also for somebody else's. */
  get(accountId: number, espid: string): DeviceRecord {
    const device = this.findOwned(accountId, espid);
    if (!device) throw notFound('device', espid);
    return device;
  }

  ofAccount(accountId: number): DeviceRecord[] {
    return this.#directory.ofAccount(accountId);
  }

  describe(device: DeviceRecord): Device {
    // One by one: a rest of all others takes ten times as long, and an account may have thousands.
    return {
      espid: device.espid,
      name: device.name,
      order: device.order,
      online: device.online,
      onlineChangedAt: device.onlineChangedAt,
      lastSeenAt: device.lastSeenAt,
      pending: false,
      verified: device.verifiedKeyId !== null,
      paused: device.paused,
      virtual: device.virtual,
      virtualUntil: device.virtualUntil,
      family: device.family,
      firmware: device.firmware,
      template: device.template,
      rssi: device.rssi,
      ip: device.ip,
      ssid: device.ssid,
      location: device.location,
      icon: device.icon,
      favourite: device.favourite,
      tags: device.tags,
      notes: device.notes,
      groupId: device.groupId,
      timeZone: device.timeZone,
      variables: this.#deps.variablesOf(device.id),
    };
  }

  countOf(accountId: number): number {
    return this.#directory.countOf(accountId);
  }

  all(): IterableIterator<DeviceRecord> {
    return this.#directory.all();
  }

  accountIds(): IterableIterator<number> {
    return this.#directory.accountIds();
  }

  /** Why the account can have no further device now; null: it can. */
  refusal(accountId: number): AppError | null {
    return this.#places.refusal(accountId);
  }

  /** Throws `limit_reached` or `rate_limited` when the account can have no further device now. */
  checkCapacity(accountId: number): void {
    const refusal = this.refusal(accountId);
    if (refusal) throw refusal;
  }

  /**
   * Adds a board to an account, with its former data when it was deleted less than seven days ago; with `unlessDeleted` it is left alone
   * then, and the response is null. Throws `limit_reached` or `rate_limited` when there is no room for it.
   */
  add(board: NewBoard): Promise<DeviceRecord | null> {
    return this.#places.hold(board.accountId, () => this.#newDevices.add(board));
  }

  /** Which of these boards the account deleted in the last seven days. */
  deletedAmong(accountId: number, espids: readonly string[]): Promise<ReadonlySet<string>> {
    return this.#deps.repository.deletedAmong(accountId, espids);
  }

  /** Notes the key with which the board of the account's device came; false: the device is not the account's any more. */
  async setVerifiedKey(accountId: number, device: DeviceRecord, verifiedKeyId: number): Promise<boolean> {
    const isSaved = await this.#deps.repository.saveVerifiedKey(accountId, device.id, verifiedKeyId);
    // In memory it may have been handed over, or deleted, while it was written.
    if (!isSaved || this.findOwned(accountId, device.espid) !== device) return false;
    device.verifiedKeyId = verifiedKeyId;
    this.listChanged(accountId);
    return true;
  }

  /** Changes what its owner set; what is left out stays. */
  async change(accountId: number, espid: string, patch: DevicePatch): Promise<DeviceRecord> {
    const changed = settingsOf(espid, patch);
    return this.#queue.run(accountId, async () => {
      const device = this.get(accountId, espid);
      await this.#deps.repository.save(device.id, settingColumns(changed));
      Object.assign(device, changed);
      this.displayChanged(device);
      return device;
    });
  }

  /** To be called when browsers are to read the device again. */
  displayChanged({ accountId }: DeviceRecord): void {
    this.listChanged(accountId);
  }

  /** To be called when browsers are to read the account's devices again. */
  listChanged(accountId: number): void {
    this.#deps.bus.publish(deviceListChanged, { accountId });
  }

  /**
   * Changes several of an account's devices at once. `tagsOf` is called when it is their turn, and returns the tags that each of them
   * is to have. Returns whose were saved; throws a 404 when the group is gone by now.
   */
  changeAll(
    accountId: number,
    same: BulkChange,
    tagsOf: () => ReadonlyMap<DeviceRecord, string[]>,
  ): Promise<DeviceRecord[]> {
    return this.#queue.run(accountId, async () => {
      const wanted = [...tagsOf()];
      if (wanted.length === 0) return [];
      const tags = new Map(wanted.map(([{ id }, ofDevice]) => [id, ofDevice]));
      const saved = await this.#deps.repository.saveMany(accountId, { ...same, tags });
      if (saved === 'no group') throw notFound('group', String(same.groupId));
      const changed = wanted.filter(([{ id }]) => saved.has(id));
      for (const [device, ofDevice] of changed) Object.assign(device, same, { tags: ofDevice });
      this.listChanged(accountId);
      return changed.map(([device]) => device);
    });
  }

  /** A group is gone: the database has put its devices into none already. */
  forgetGroup(accountId: number, groupId: number): Promise<void> {
    return this.#queue.run(accountId, async () => {
      for (const device of this.ofAccount(accountId)) if (device.groupId === groupId) device.groupId = null;
    });
  }

  async setVirtual(accountId: number, espid: string, until: number | null): Promise<void> {
    const device = this.get(accountId, espid);
    Object.assign(device, { virtual: true, virtualUntil: until });
    const virtualUntil = until === null ? null : new Date(until);
    await this.#deps.repository.save(device.id, { virtual: true, virtualUntil });
    this.listChanged(accountId);
  }

  /** Saves the whole order; throws unless it names each of the account's devices exactly once. */
  updateOrder(accountId: number, espids: readonly string[]): Promise<DeviceRecord[]> {
    return this.#queue.run(accountId, () => this.#updateOrder(accountId, espids));
  }

  async #updateOrder(accountId: number, espids: readonly string[]): Promise<DeviceRecord[]> {
    const owned = this.ofAccount(accountId);
    const places = new Map(espids.map((espid, place) => [espid, place]));
    if (places.size !== espids.length || espids.length !== owned.length || !owned.every((d) => places.has(d.espid))) {
      throw badRequest(
        'The list must name each of your devices exactly once. Load it again and retry.',
        because('list_changed'),
      );
    }
    const ids = espids.map((espid) => this.get(accountId, espid).id);
    await this.#deps.repository.saveOrder(accountId, ids);
    for (const device of owned) device.order = places.get(device.espid) ?? device.order;
    this.listChanged(accountId);
    return this.ofAccount(accountId);
  }

  /** Releases a device; its data stays for seven days, within which `restore` brings it back. */
  async remove(accountId: number, espid: string): Promise<{ restorableUntil: number }> {
    const device = this.get(accountId, espid);
    const result = await this.removeAll(accountId, [device]);
    // It was handed over in the same moment.
    if (this.find(espid) === device) throw notFound('device', espid);
    return result;
  }

  /** Releases devices of one account at once. */
  async removeAll(accountId: number, wanted: readonly DeviceRecord[]): Promise<{ restorableUntil: number }> {
    const now = this.#deps.clock.now();
    const ids = wanted.map((device) => device.id);
    const marked = new Set(await this.#deps.repository.markDeleted(accountId, ids, now));
    // One that was handed over meanwhile is somebody else's.
    this.takeOut(wanted.filter(({ id }) => marked.has(id)));
    return { restorableUntil: now + graceMs };
  }

  /** The devices whose boards never sent anything. */
  silent(): Iterable<DeviceRecord> {
    return this.#directory.silent();
  }

  /** Forgets devices that are gone from the database, or marked there as deleted. */
  takeOut(gone: readonly DeviceRecord[]): void {
    // The database's notification of it may have come first, and its id be somebody else's by now.
    for (const device of gone) if (this.findById(device.id) === device) this.#takeOut(device);
    for (const accountId of new Set(gone.map((device) => device.accountId))) {
      this.#deps.bus.publish(devicePlaceFreed, { accountId });
      this.listChanged(accountId);
    }
  }

  /**
   * Files a device under the account to which `write` gives it in the database; its board is disconnected, and refused until it comes
   * as a board of that account. Throws `limit_reached` when the plan has no room for it, or what `write` throws.
   */
  async handOver(
    device: DeviceRecord,
    to: number,
    write: () => Promise<{ order: number; verifiedKeyId: number | null }>,
  ): Promise<void> {
    const from = device.accountId;
    await this.#places.hold(to, async () => {
      this.refile(device, { ...(await write()), accountId: to, paused: false });
    });
    this.#deps.bus.publish(devicePlaceFreed, { accountId: from });
  }

  /** Files a device under another account, or takes it out. */
  refile(device: DeviceRecord, to: Filed | undefined): void {
    const from = device.accountId;
    this.#takeOut(device);
    if (to) {
      const { accountId, order, verifiedKeyId, paused } = to;
      Object.assign(device, { accountId, order, verifiedKeyId, paused, ...unsetInList });
      this.#directory.add(device);
      this.listChanged(accountId);
    }
    this.listChanged(from);
  }

  #takeOut(device: DeviceRecord): void {
    this.#deps.bus.publish(deviceReleased, { device });
    if (device.online) this.setOffline(device);
    this.#directory.remove(device);
    this.#deps.disconnectBoard(device.espid);
  }

  /** Brings a deleted device back. Throws `limit_reached` when the plan has no room for it any more. */
  async restore(accountId: number, espid: string): Promise<DeviceRecord> {
    const deleted = await this.#deps.repository.findDeleted(accountId, espid);
    if (!deleted) throw notFound('deleted device', espid);
    // One that never sent anything may be made up: deleted and restored in turn, such devices would have no limit.
    return this.#places.hold(accountId, () => this.#restore(accountId, espid), { isNew: deleted.spokeAt === null });
  }

  async #restore(accountId: number, espid: string): Promise<DeviceRecord> {
    const device = await this.#deps.repository.restore(accountId, espid);
    if (!device) throw notFound('deleted device', espid);
    this.#directory.add(device);
    this.#deps.disconnectBoard(espid);
    this.listChanged(accountId);
    return device;
  }

  /** Pauses devices that the plan has no room for, and lets others continue. */
  async setPaused(accountId: number, change: { pause: readonly DeviceRecord[]; resume: readonly DeviceRecord[] }) {
    const { repository, clock } = this.#deps;
    const ids = (list: readonly DeviceRecord[]) => list.map((device) => device.id);
    await repository.savePaused(ids(change.pause), clock.now());
    await repository.savePaused(ids(change.resume), null);
    for (const device of change.pause) device.paused = true;
    for (const device of change.resume) device.paused = false;
    this.listChanged(accountId);
    for (const device of [...change.pause, ...change.resume]) this.#deps.bus.publish(devicePausedChanged, { device });
  }

  /** Removes for good what was deleted more than seven days ago. */
  async purge(): Promise<void> {
    this.#places.cleanup();
    const gone = await this.#deps.repository.purge(this.#deps.clock.now() - graceMs);
    if (gone.length > 0) this.#deps.log.info({ devices: gone.length }, 'deleted devices were removed for good');
  }

  setOnline(device: DeviceRecord, at: number, ip: string): void {
    device.lastSeenAt = at;
    if (device.ip !== ip) {
      device.ip = ip;
      this.facts.save(device);
    }
    if (device.online) return;
    device.online = true;
    device.onlineChangedAt = at;
    this.#deps.presence.wentOnline(device, at);
    this.#deps.bus.publish(presenceChanged, { deviceId: device.id, online: true, at });
  }

  setOffline(device: DeviceRecord): void {
    if (!device.online) return;
    const at = this.#deps.clock.now();
    device.online = false;
    device.onlineChangedAt = at;
    this.#deps.presence.wentOffline(device, at);
    this.#deps.bus.publish(presenceChanged, { deviceId: device.id, online: false, at });
  }

  seen(device: DeviceRecord, at: number): void {
    device.lastSeenAt = at;
    this.#deps.presence.touch(device);
  }

  /** Notes that the board sent something that only boards send: from now on the device is the account's for good. */
  spoke(device: DeviceRecord, at: number): void {
    if (device.spokeAt !== null) return;
    this.#directory.spoke(device, at);
    this.#deps.presence.touch(device);
  }

  #report(device: DeviceRecord, fact: BoardFact): void {
    const { id, accountId } = device;
    if (fact === 'template') this.listChanged(accountId);
    this.#deps.bus.publish(deviceReported, { deviceId: id, fact });
  }
}
