import { createHash } from 'node:crypto';
import { inflateSync } from 'node:zlib';

/**
 * An ESP8266 or ESP32 at the other end of a serial cable: its boot loader in ROM, the stub that takes its place, and a sketch that
 * prints. Written from Espressif's "Serial Protocol" (docs.espressif.com/projects/esptool), not from a loader's code.
 */
export interface FakeChipOptions {
  kind: 'esp8266' | 'esp32';
  /** Twelve hex digits. */
  mac: string;
  flashBytes: number;
  /** Ignores the two lines that would bring it into the boot loader, as a board without them does. */
  noReset?: boolean;
  /** One bit of what is written does not stick. */
  wornOut?: boolean;
  /** Goes away when so many compressed bytes have come. */
  unplugAfterBytes?: number;
  /** Says nothing more when so many compressed bytes have come. */
  stallAfterBytes?: number;
}

const command = {
  flashBegin: 0x02,
  flashData: 0x03,
  flashEnd: 0x04,
  memoryBegin: 0x05,
  memoryEnd: 0x06,
  memoryData: 0x07,
  sync: 0x08,
  writeRegister: 0x09,
  readRegister: 0x0a,
  attachFlash: 0x0d,
  changeBaud: 0x0f,
  deflateBegin: 0x10,
  deflateData: 0x11,
  deflateEnd: 0x12,
  flashMd5: 0x13,
  eraseFlash: 0xd0,
} as const;

const romBaud = 115_200;
/** Error 5: "received message is invalid"; 7: "failed in checksum"; the answer of commands that do not exist is sent eight times. */
const invalid = Buffer.from([1, 5]);
const badChecksum = Buffer.from([1, 7]);
const fine = Buffer.from([0, 0]);

type Reply = (status: Buffer, more?: { value?: number; body?: Buffer }) => Buffer;
type Mode = 'sketch' | 'reset' | 'rom' | 'stub';

/** Bytes go in by `receive`, what the chip answers comes back from it. */
export class FakeChip {
  readonly flash: Buffer;
  readonly #options: FakeChipOptions;
  readonly #registers: Map<number, number>;
  /** How often the whole flash was erased, and how often the sketch was started. */
  erasures = 0;
  starts = 0;
  /** The speed at which the chip listens, and the fastest that it was asked for. */
  baud = romBaud;
  fastest = romBaud;
  isUnplugged = false;
  #mode: Mode = 'sketch';
  #partial: number[] | null = null;
  #stubBytes = 0;
  #write = { at: 0, size: 0, received: [] as Buffer[], deflated: false };
  #receivedBytes = 0;

  constructor(options: FakeChipOptions) {
    this.#options = options;
    this.flash = Buffer.alloc(options.flashBytes, 0xff);
    this.#registers = registersOf(options);
  }

  get mode(): Mode {
    return this.#mode;
  }

  /** DTR alone pulls GPIO 0 down and RTS alone the reset pin; both at once do nothing, as on every development board. */
  signals({ dtr, rts }: { dtr: boolean; rts: boolean }): Buffer {
    if (this.#options.noReset) return Buffer.alloc(0);
    if (rts && !dtr) {
      this.#mode = 'reset';
      this.baud = romBaud;
      this.#partial = null;
      return Buffer.alloc(0);
    }
    if (this.#mode !== 'reset') return Buffer.alloc(0);
    const isHeld = dtr && !rts;
    this.#mode = isHeld ? 'rom' : 'sketch';
    if (isHeld) return Buffer.from('rst:0x1 (POWERON_RESET),boot:0x3 (DOWNLOAD_BOOT)\r\nwaiting for download\r\n');
    this.starts++;
    return Buffer.from('rst:0x1 (POWERON_RESET),boot:0x13 (SPI_FAST_FLASH_BOOT)\r\nSketch started\r\n');
  }

  receive(bytes: Uint8Array, hostBaud: number): Buffer {
    if (this.#mode === 'sketch') return Buffer.concat([Buffer.from('> '), bytes]);
    // At the wrong speed nothing that comes is a frame.
    if (this.#mode === 'reset' || hostBaud !== this.baud) return Buffer.alloc(0);
    return Buffer.concat(this.#frames(bytes).flatMap((frame) => this.#answer(frame)));
  }

  /** SLIP (RFC 1055): C0 ends a frame, DB DC stands for C0 and DB DD for DB. */
  #frames(bytes: Uint8Array): Buffer[] {
    const frames: Buffer[] = [];
    for (const byte of bytes) {
      if (byte !== 0xc0) {
        this.#partial?.push(byte);
        continue;
      }
      if (this.#partial && this.#partial.length > 0) frames.push(unescaped(this.#partial));
      this.#partial = [];
    }
    return frames;
  }

  #answer(frame: Buffer): Buffer[] {
    const op = frame.readUInt8(1);
    const data = frame.subarray(8, 8 + frame.readUInt16LE(2));
    const reply: Reply = (status, { value = 0, body = Buffer.alloc(0) } = {}) => {
      const padding = this.#mode === 'rom' && this.#options.kind === 'esp32' ? 2 : 0;
      return encode(op, value, Buffer.concat([body, status, Buffer.alloc(padding)]));
    };
    switch (op) {
      case command.sync:
        // The ROM answers with a value that is not 0, the stub with 0.
        return Array.from({ length: 8 }, () => reply(fine, { value: this.#mode === 'rom' ? 0x20120707 : 0 }));
      case command.readRegister:
        return [reply(fine, { value: this.#registers.get(data.readUInt32LE(0)) ?? 0 })];
      case command.memoryBegin:
        return [reply(fine)];
      case command.memoryData:
        if (!hasRightChecksum(frame, data)) return [reply(badChecksum)];
        this.#stubBytes += data.readUInt32LE(0);
        return [reply(fine)];
      case command.memoryEnd:
        if (this.#stubBytes === 0) return [reply(invalid)];
        return [reply(fine), this.#startStub()];
      case command.writeRegister:
      case command.attachFlash:
        return [reply(fine)];
      default:
        return this.#mode === 'stub' ? this.#answerOfStub(frame, reply) : Array(8).fill(encode(0, 0, invalid));
    }
  }

  #startStub(): Buffer {
    this.#mode = 'stub';
    this.#stubBytes = 0;
    return slip(Buffer.from('OHAI'));
  }

  #answerOfStub(frame: Buffer, reply: Reply): Buffer[] {
    const op = frame.readUInt8(1);
    const data = frame.subarray(8);
    const { stallAfterBytes = Number.POSITIVE_INFINITY } = this.#options;
    switch (op) {
      case command.changeBaud: {
        const answer = reply(fine);
        this.baud = data.readUInt32LE(0);
        this.fastest = Math.max(this.fastest, this.baud);
        return [answer];
      }
      case command.eraseFlash:
        this.flash.fill(0xff);
        this.erasures++;
        return [reply(fine)];
      case command.flashBegin:
      case command.deflateBegin:
        this.#write = {
          size: data.readUInt32LE(0),
          at: data.readUInt32LE(12),
          received: [],
          deflated: op === command.deflateBegin,
        };
        return [reply(fine)];
      case command.flashData:
      case command.deflateData:
        if (!hasRightChecksum(frame, data)) return [reply(badChecksum)];
        this.#take(data.subarray(16, 16 + data.readUInt32LE(0)));
        return this.isUnplugged || this.#receivedBytes >= stallAfterBytes ? [] : [reply(fine)];
      case command.flashEnd:
      case command.deflateEnd:
        return [reply(fine)];
      case command.flashMd5: {
        const [at, size] = [data.readUInt32LE(0), data.readUInt32LE(4)];
        const body = createHash('md5')
          .update(this.flash.subarray(at, at + size))
          .digest();
        return [reply(fine, { body })];
      }
      default:
        return [reply(invalid)];
    }
  }

  #take(block: Buffer): void {
    this.#receivedBytes += block.length;
    if (this.#receivedBytes >= (this.#options.unplugAfterBytes ?? Number.POSITIVE_INFINITY)) this.isUnplugged = true;
    const { at, size, received, deflated } = this.#write;
    received.push(block);
    const all = Buffer.concat(received);
    const content = deflated ? unpacked(all) : all;
    if (!content || content.length < size) return;
    this.flash.fill(0xff, at, at + Math.ceil(size / 0x1000) * 0x1000);
    content.copy(this.flash, at, 0, size);
    if (this.#options.wornOut) this.flash.writeUInt8(this.flash.readUInt8(at + 5) ^ 1, at + 5);
  }
}

/** Null while the end of the stream has not come. */
function unpacked(bytes: Buffer): Buffer | null {
  try {
    return inflateSync(bytes);
  } catch {
    return null;
  }
}

/** All bytes of the data block, seeded with EF. */
function hasRightChecksum(frame: Buffer, data: Buffer): boolean {
  const block = data.subarray(16, 16 + data.readUInt32LE(0));
  return frame.readUInt32LE(4) === block.reduce((sum, byte) => sum ^ byte, 0xef);
}

function encode(op: number, value: number, data: Buffer): Buffer {
  const head = Buffer.alloc(8);
  head.writeUInt8(1, 0);
  head.writeUInt8(op, 1);
  head.writeUInt16LE(data.length, 2);
  head.writeUInt32LE(value >>> 0, 4);
  return slip(Buffer.concat([head, data]));
}

function slip(packet: Buffer): Buffer {
  const escaped = [...packet].flatMap((byte) => (byte === 0xc0 ? [0xdb, 0xdc] : byte === 0xdb ? [0xdb, 0xdd] : [byte]));
  return Buffer.from([0xc0, ...escaped, 0xc0]);
}

function unescaped(bytes: readonly number[]): Buffer {
  const plain: number[] = [];
  for (let at = 0; at < bytes.length; at++) {
    if (bytes[at] === 0xdb) plain.push(bytes[++at] === 0xdc ? 0xc0 : 0xdb);
    else plain.push(bytes[at] ?? 0);
  }
  return Buffer.from(plain);
}

/** What tells the chip, its MAC address and its flash chip: "eFuse" and "SPI" in the technical reference manuals. */
function registersOf({ kind, mac, flashBytes }: FakeChipOptions): Map<number, number> {
  const [first = 0, second = 0, third = 0, fourth = 0, fifth = 0, sixth = 0] = Buffer.from(mac, 'hex');
  const flashId = (Math.log2(flashBytes) << 16) | 0x4020;
  if (kind === 'esp8266') {
    return new Map([
      [0x40001000, 0xfff0c101],
      [0x3ff00050, sixth * 2 ** 24],
      [0x3ff00054, (fourth << 8) | fifth],
      [0x3ff0005c, (first << 16) | (second << 8) | third],
      [0x60000240, flashId],
    ]);
  }
  return new Map([
    [0x40001000, 0x00f01d83],
    [0x3ff5a004, Buffer.from(mac.slice(4), 'hex').readUInt32BE()],
    [0x3ff5a008, (first << 8) | second],
    // Revision 1.0, package 0: ESP32-D0WDQ6.
    [0x3ff5a00c, 1 << 15],
    [0x3ff42080, flashId],
  ]);
}
