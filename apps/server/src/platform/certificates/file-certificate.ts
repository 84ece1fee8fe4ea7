import { readFile } from 'node:fs/promises';
import type { Logger } from '../log/index.ts';
import { StartError } from '../start-error.ts';
import type { CertificateSource, CertificateStatus } from './certificate-source.ts';
import { factsOf, isPair, type KeyPair } from './key-pair.ts';

/** Who renews them writes two files, one after the other. */
const checkEveryMs = 60_000;

export interface FileOptions {
  readonly certPath: string;
  readonly keyPath: string;
  readonly log: Logger;
}

/** A certificate that the operator renews: its files are read again when they change. */
export class FileCertificate implements CertificateSource {
  readonly renewsItself = false;
  readonly strictSeconds = 365 * 86_400;
  readonly #options: FileOptions;
  readonly #listeners: (() => void)[] = [];
  #pair: KeyPair;
  /** Why they could not be used when they were read last. */
  #failure: string | null = null;
  #timer: NodeJS.Timeout | undefined;

  /** `pair`: what was in the files at the start. */
  constructor(pair: KeyPair, options: FileOptions) {
    this.#pair = pair;
    this.#options = options;
  }

  get pair(): KeyPair {
    return this.#pair;
  }

  status(): CertificateStatus {
    return { use: 'web', source: 'files', facts: factsOf(this.#pair.cert), renewsAt: null, failure: null };
  }

  onChange(listener: () => void): void {
    this.#listeners.push(listener);
  }

  start(): void {
    this.#timer = setInterval(() => void this.check(), checkEveryMs).unref();
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  /** Reads the files; what they have becomes the certificate when both belong together. */
  async check(): Promise<void> {
    const { certPath, keyPath, log } = this.#options;
    try {
      const pair = { cert: await readFile(certPath, 'utf8'), key: await readFile(keyPath, 'utf8') };
      if (pair.cert === this.#pair.cert && pair.key === this.#pair.key) {
        this.#failure = null;
        return;
      }
      if (!isPair(pair)) throw new StartError(`${certPath} and ${keyPath} do not belong together`);
      this.#pair = pair;
      this.#failure = null;
      log.info({ until: new Date(factsOf(pair.cert).notAfter).toISOString() }, 'The certificate was read again');
      for (const listener of this.#listeners) listener();
    } catch (error) {
      const text = (error as Error).message;
      if (this.#failure !== text) log.warn({ certPath }, `The certificate cannot be read again: ${text}`);
      this.#failure = text;
    }
  }
}
