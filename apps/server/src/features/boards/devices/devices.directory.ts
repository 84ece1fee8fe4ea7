import type { BoardFamily, DeviceIcon, DeviceLocation } from '@cyno/contract';

/** A device as it is held in memory; instants in ms since the epoch. */
export interface DeviceRecord {
  readonly id: number;
  /** Its owner; another one after it was handed over. */
  accountId: number;
  readonly espid: string;
  name: string;
  order: number;
  family: BoardFamily;
  verifiedKeyId: number | null;
  /** The plan has no room for it: nothing of it is stored. */
  paused: boolean;
  virtual: boolean;
  virtualUntil: number | null;
  firmware: string | null;
  template: string | null;
  templateVersion: number | null;
  rssi: number | null;
  ip: string | null;
  ssid: string | null;
  location: DeviceLocation | null;
  icon: DeviceIcon | null;
  favourite: boolean;
  tags: string[];
  notes: string;
  groupId: number | null;
  /** Its own; null: the account's. */
  timeZone: string | null;
  online: boolean;
  onlineChangedAt: number | null;
  lastSeenAt: number | null;
  /** When the account got it. */
  readonly addedAt: number;
  /** When its board first sent something that only boards send; null: it never did. */
  spokeAt: number | null;
}

/** All devices in memory, so that a board's message needs no query to find its device. */
export class DeviceDirectory {
  readonly #byEspid = new Map<string, DeviceRecord>();
  readonly #byId = new Map<number, DeviceRecord>();
  readonly #byAccount = new Map<number, Set<DeviceRecord>>();
  /** Those whose boards never sent anything. */
  readonly #silent = new Map<number, Set<DeviceRecord>>();

  add(device: DeviceRecord): void {
    this.#byEspid.set(device.espid, device);
    this.#byId.set(device.id, device);
    const owned = this.#byAccount.get(device.accountId);
    if (owned) owned.add(device);
    else this.#byAccount.set(device.accountId, new Set([device]));
    if (device.spokeAt !== null || device.virtual) return;
    const silent = this.#silent.get(device.accountId);
    if (silent) silent.add(device);
    else this.#silent.set(device.accountId, new Set([device]));
  }

  remove(device: DeviceRecord): void {
    this.#byEspid.delete(device.espid);
    this.#byId.delete(device.id);
    this.#byAccount.get(device.accountId)?.delete(device);
    this.#forgetSilent(device);
  }

  /** Notes when the device's board first sent something. */
  spoke(device: DeviceRecord, at: number): void {
    device.spokeAt = at;
    this.#forgetSilent(device);
  }

  /** The account's devices whose boards never sent anything. */
  silentOf(accountId: number): Iterable<DeviceRecord> {
    return this.#silent.get(accountId) ?? [];
  }

  /** Those of all accounts. */
  *silent(): Generator<DeviceRecord> {
    for (const devices of this.#silent.values()) yield* devices;
  }

  find(espid: string): DeviceRecord | undefined {
    return this.#byEspid.get(espid);
  }

  findById(id: number): DeviceRecord | undefined {
    return this.#byId.get(id);
  }

  /** The account's device, or undefined also when it belongs to somebody else. */
  findOwned(accountId: number, espid: string): DeviceRecord | undefined {
    const device = this.#byEspid.get(espid);
    return device?.accountId === accountId ? device : undefined;
  }

  /** The account's devices in the order their owner chose. */
  ofAccount(accountId: number): DeviceRecord[] {
    return [...(this.#byAccount.get(accountId) ?? [])].sort((a, b) => a.order - b.order || a.id - b.id);
  }

  countOf(accountId: number): number {
    return this.#byAccount.get(accountId)?.size ?? 0;
  }

  /** The accounts that have had devices since the start. */
  accountIds(): IterableIterator<number> {
    return this.#byAccount.keys();
  }

  all(): IterableIterator<DeviceRecord> {
    return this.#byEspid.values();
  }

  #forgetSilent(device: DeviceRecord): void {
    const silent = this.#silent.get(device.accountId);
    silent?.delete(device);
    if (silent?.size === 0) this.#silent.delete(device.accountId);
  }
}
