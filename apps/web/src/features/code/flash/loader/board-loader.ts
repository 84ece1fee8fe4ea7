import { ESPLoader } from 'esptool-js';
import type { ChipIdentity } from './board-espid.ts';
import { md5 } from './md5.ts';
import { StoppableTransport } from './stoppable-transport.ts';

/** The ROM loader listens at this speed; the stub that it is given continues faster. */
const romBaudRate = 115_200;
const connectAttempts = 5;
const resetMs = 100;
const closeWithinMs = 2000;

/** What the loader found at the other end of the cable. */
export type BoardFacts = ChipIdentity & {
  /** The chip as the loader names it, with its revision. */
  description: string;
  /** Null: the flash chip does not report it. */
  flashBytes: number | null;
};

/** Bytes and where they go. */
export type FlashPart = { offset: number; bytes: Uint8Array };

export type FlashPhase = 'erasing' | 'writing' | 'verifying';

export type WriteOptions = {
  eraseAll: boolean;
  /** `writtenBytes` counts those of part `index` that the board has. */
  onProgress(progress: { phase: FlashPhase; index: number; writtenBytes: number }): void;
};

/** One visit to the loader of a board: connect, write, restart, close. */
export class BoardLoader {
  readonly #port: SerialPort;
  readonly #transport: StoppableTransport;
  readonly #loader: ESPLoader;
  readonly #faster: boolean;

  /** `log` takes the loader's output, line by line. */
  constructor(port: SerialPort, { baudRate, log }: { baudRate: number; log(line: string): void }) {
    this.#port = port;
    this.#transport = new StoppableTransport(port);
    this.#faster = baudRate !== romBaudRate;
    this.#loader = new ESPLoader({
      transport: this.#transport,
      baudrate: baudRate,
      romBaudrate: romBaudRate,
      terminal: { clean: () => undefined, writeLine: log, write: log },
    });
  }

  /** Opens the port, brings the board into its loader and identifies it. */
  async connect(): Promise<BoardFacts> {
    return this.#run(async () => {
      const loader = this.#loader;
      await loader.detectChip('default_reset', connectAttempts);
      if (loader.secureDownloadMode) throw new Error('secure download mode');
      const identity = await readIdentity(loader);
      const description = await loader.chip.getChipDescription(loader);
      await loader.chip.postConnect?.(loader);
      await loader.runStub();
      if (this.#faster) await loader.changeBaud();
      const size = await loader.detectFlashSize();
      return { ...identity, description, flashBytes: size === undefined ? null : bytesOfSize(size) };
    });
  }

  /** Writes all parts as they are; the board itself proves each by its MD5. */
  async write(parts: readonly FlashPart[], { eraseAll, onProgress }: WriteOptions): Promise<void> {
    await this.#run(async () => {
      onProgress({ phase: eraseAll ? 'erasing' : 'writing', index: 0, writtenBytes: 0 });
      await this.#loader.writeFlash({
        fileArray: parts.map(({ offset, bytes }) => ({ address: offset, data: bytes })),
        // Anything but `keep` would let the loader change the image, and get its checksum wrong.
        flashMode: 'keep',
        flashFreq: 'keep',
        flashSize: 'keep',
        eraseAll,
        compress: true,
        calculateMD5Hash: md5,
        reportProgress: (index, written, total) => {
          // It counts compressed bytes.
          const size = parts[index]?.bytes.length ?? 0;
          const phase = written === total ? 'verifying' : 'writing';
          onProgress({ phase, index, writtenBytes: Math.round((size * written) / total) });
        },
      });
    });
  }

  /** Makes a step that runs, and every later one, fail with this reason. */
  stop(reason: Error): void {
    this.#transport.stop(reason);
  }

  /** Starts what is in flash, as the button on the board does. */
  async restart(): Promise<void> {
    await this.#port.setSignals({ dataTerminalReady: false, requestToSend: true });
    await new Promise((resolve) => setTimeout(resolve, resetMs));
    await this.#port.setSignals({ dataTerminalReady: false, requestToSend: false });
  }

  /** Gives the port back, also when it is gone. */
  async close(): Promise<void> {
    this.#transport.stop(new Error('closed'));
    const tooLong = new Promise<void>((resolve) => setTimeout(resolve, closeWithinMs));
    await Promise.race([this.#transport.disconnect().catch(() => undefined), tooLong]);
  }

  async #run<Result>(steps: () => Promise<Result>): Promise<Result> {
    try {
      return await steps();
    } catch (error) {
      throw this.#transport.stoppedBy ?? error;
    }
  }
}

const bytesOfSize = (size: string): number => Number.parseInt(size, 10) * (size.endsWith('KB') ? 1024 : 1024 ** 2);

async function readIdentity(loader: ESPLoader): Promise<ChipIdentity> {
  const { chip } = loader;
  const mac = (await chip.readMac(loader)).toUpperCase();
  const packageId = hasPackage(chip) ? await chip.getPkgVersion(loader) : 0;
  return { name: chip.CHIP_NAME, mac, packageId, revision: await readRevision(loader) };
}

/** Where an ESP32 keeps the second half of its revision: `EFUSE_BLK0_RDATA5_REG`, bits 24 and 25. */
const esp32MinorRegister = 0x3ff5a014;

async function readRevision(loader: ESPLoader): Promise<number | null> {
  const { chip } = loader;
  if (chip.CHIP_NAME === 'ESP8266') return 0;
  if (chip.CHIP_NAME === 'ESP32') {
    const major = (await chip.getChipRevision?.(loader)) ?? 0;
    return major * 100 + (((await loader.readReg(esp32MinorRegister)) >>> 24) & 3);
  }
  if (!hasVersions(chip)) return null;
  return (await chip.getMajorChipVersion(loader)) * 100 + (await chip.getMinorChipVersion(loader));
}

type LoaderCall = (loader: ESPLoader) => Promise<number>;

/** The loader's types leave out what only some chips have. */
const hasPackage = (chip: object): chip is { getPkgVersion: LoaderCall } => 'getPkgVersion' in chip;
const hasVersions = (chip: object): chip is { getMajorChipVersion: LoaderCall; getMinorChipVersion: LoaderCall } =>
  'getMajorChipVersion' in chip && 'getMinorChipVersion' in chip;
