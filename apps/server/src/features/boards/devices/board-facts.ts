import type { BoardInfo } from '@cyno/device-protocol';
import { RowWrites } from '../../../platform/database/index.ts';
import type { Logger } from '../../../platform/log/index.ts';
import type { DeviceRecord } from './devices.directory.ts';

const announceMs = 1_000;

/** What a board reports about itself: its network and firmware, or the sketch that runs on it. */
export type BoardFact = 'info' | 'template';

interface FactsDeps {
  readonly log: Logger;
  readonly repository: { saveFacts(records: readonly DeviceRecord[]): Promise<void> };
  report(device: DeviceRecord, fact: BoardFact): void;
}

/**
 * Saves what boards report about themselves, and notifies listeners, of each fact once a second at most: a board can report it
 * thousands of times.
 */
export class BoardFacts {
  readonly #deps: FactsDeps;
  readonly #waiting = new Map<DeviceRecord, Set<BoardFact>>();
  readonly #writes: RowWrites<DeviceRecord>;

  constructor(deps: FactsDeps) {
    this.#deps = deps;
    this.#writes = new RowWrites({
      write: (records) => deps.repository.saveFacts(records),
      givenUp: ({ id }, err) => deps.log.error({ err, device: id }, 'The reports of a board could not be saved'),
    });
  }

  /** Resolves when all that boards reported so far is saved; rejects when the database did not take it. */
  saved(): Promise<void> {
    return this.#writes.saved();
  }

  /** Saves what is known of a board; what the database does not take is tried again with the next. */
  save(device: DeviceRecord): void {
    this.#writes.save(device).catch(() => undefined);
  }

  setInfo(device: DeviceRecord, info: BoardInfo): void {
    device.ip = info.ip ?? device.ip;
    device.ssid = info.ssid ?? device.ssid;
    device.rssi = info.rssi ?? device.rssi;
    device.firmware = info.version ?? device.firmware;
    this.#changed(device, 'info');
  }

  setTemplate(device: DeviceRecord, template: { name: string; version: number } | null): void {
    if (template?.name === device.template && template?.version === device.templateVersion) return;
    device.template = template?.name ?? null;
    device.templateVersion = template?.version ?? null;
    this.#changed(device, 'template');
  }

  #changed(device: DeviceRecord, fact: BoardFact): void {
    this.save(device);
    const waiting = this.#waiting.get(device);
    if (waiting) {
      waiting.add(fact);
      return;
    }
    const facts = new Set([fact]);
    this.#waiting.set(device, facts);
    const announce = () => {
      this.#waiting.delete(device);
      for (const one of facts) this.#deps.report(device, one);
    };
    setTimeout(announce, announceMs).unref();
  }
}
