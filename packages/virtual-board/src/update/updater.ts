import { createHash } from 'node:crypto';
import type { BoardFamily } from '@cyno/device-protocol';
import { type Firmware, freeSpace, updateHeaders } from '../chip.ts';
import { downloadUpdate, type UpdateFailure, type UpdateOutcome } from './update-download.ts';

/** Failures that the ESP32's updater notices while it writes; all others it keeps to itself. */
const reportedByEsp32 = new Set<UpdateFailure>(['incomplete', 'md5_differs']);

export interface UpdaterOptions {
  espid: string;
  family: BoardFamily;
  /** Where `/api/ota/…` is, such as `https://cynoiot.com`. */
  otaUrl: URL;
}

/** What an update reports while it runs; `done` comes last, and always. */
export interface UpdateListener {
  progress(receivedBytes: number, totalBytes: number): void;
  done(outcome: UpdateOutcome): void;
}

/** The board's firmware and how it is replaced. What it knows outlives a restart, as flash memory and EEPROM do. */
export class Updater {
  readonly #options: UpdaterOptions;
  #firmware: Firmware;
  #status: string | null = null;
  #abort: AbortController | undefined;

  constructor(options: UpdaterOptions) {
    this.#options = options;
    this.#firmware = { sizeBytes: 438_672, md5: createHash('md5').update(options.espid).digest('hex') };
  }

  /** The firmware that runs. */
  get firmware(): Readonly<Firmware> {
    return this.#firmware;
  }

  /** Downloads the image of a token and, when it is right, runs it from the next boot on. */
  run(token: string, { progress, done }: UpdateListener): void {
    const { espid, family, otaUrl } = this.#options;
    this.#abort = new AbortController();
    downloadUpdate({
      url: new URL(`/api/ota/${encodeURIComponent(token)}/update`, otaUrl),
      headers: updateHeaders(espid, family, this.#firmware),
      freeBytes: freeSpace(family),
      magic: family === 'esp8266' ? [0xe9, 0x1f] : [0xe9],
      signal: this.#abort.signal,
      progress,
      done: (outcome) => {
        this.#keep(outcome);
        done(outcome);
      },
    });
  }

  #keep(outcome: UpdateOutcome): void {
    if (outcome.result === 'written') {
      this.#firmware = outcome.firmware;
      this.#status = 'OTA success';
    } else if (
      outcome.result === 'failed' &&
      (this.#options.family === 'esp8266' || reportedByEsp32.has(outcome.reason))
    ) {
      this.#status = 'OTA failed';
    }
  }

  /** Ends a download: the power is off. */
  abort(): void {
    this.#abort?.abort();
  }

  /** What is to be published about the last update; returned once. */
  takeStatus(): string | null {
    const status = this.#status;
    this.#status = null;
    return status;
  }
}
