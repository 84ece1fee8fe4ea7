import { md5 } from '../src/features/code/flash/loader/md5.ts';

/**
 * An ESP8266 or ESP32 at the other end of a serial cable: its boot loader in ROM, the stub that takes its place, and a sketch that
 * prints. Written from Espressif's "Serial Protocol" (docs.espressif.com/projects/esptool), not from a loader's code. It runs in the
 * page, so that it responds in time however busy the machine is.
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
  /** Sends nothing more when so many compressed bytes have come. */
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
/** Error 5: "received message is invalid"; 7: "failed in checksum"; the response of commands that do not exist is sent eight times. */
const invalid = Uint8Array.of(1, 5);
const badChecksum = Uint8Array.of(1, 7);
const fine = Uint8Array.of(0, 0);
const nothing: Uint8Array<ArrayBuffer> = new Uint8Array();

type Reply = (status: Uint8Array, more?: { value?: number; body?: Uint8Array }) => Uint8Array;
type Mode = 'sketch' | 'reset' | 'rom' | 'stub';

/** Bytes go in by `receive`, the chip's replies come back from it. */
export class FakeChip {
  readonly flash: Uint8Array<ArrayBuffer>;
  readonly #options: FakeChipOptions;
  readonly #registers: Map<number, number>;
  /** How often the whole flash was erased, and how often the sketch was started. */
  erasures = 0;
  starts = 0;
  /** The speed at which the chip listens, and the fastest that was requested. */
  baud = romBaud;
  fastest = romBaud;
  isUnplugged = false;
  #mode: Mode = 'sketch';
  #partial: number[] | null = null;
  #stubBytes = 0;
  #write = { at: 0, size: 0, blocksLeft: 0, received: nothing, deflated: false };
  #receivedBytes = 0;

  constructor(options: FakeChipOptions) {
    this.#options = options;
    this.flash = new Uint8Array(options.flashBytes).fill(0xff);
    this.#registers = registersOf(options);
  }

  get mode(): Mode {
    return this.#mode;
  }

  /** DTR alone pulls GPIO 0 down and RTS alone the reset pin; both at once do nothing, as on every development board. */
  signals({ dtr, rts }: { dtr: boolean; rts: boolean }): Uint8Array {
    if (this.#options.noReset) return nothing;
    if (rts && !dtr) {
      this.#mode = 'reset';
      this.baud = romBaud;
      this.#partial = null;
      return nothing;
    }
    if (this.#mode !== 'reset') return nothing;
    const isHeld = dtr && !rts;
    this.#mode = isHeld ? 'rom' : 'sketch';
    if (isHeld) return textBytes('rst:0x1 (POWERON_RESET),boot:0x3 (DOWNLOAD_BOOT)\r\nwaiting for download\r\n');
    this.starts++;
    return textBytes('rst:0x1 (POWERON_RESET),boot:0x13 (SPI_FAST_FLASH_BOOT)\r\nSketch started\r\n');
  }

  async receive(bytes: Uint8Array, hostBaud: number): Promise<Uint8Array> {
    if (this.#mode === 'sketch') return joined([textBytes('> '), bytes]);
    // At the wrong speed nothing that comes is a frame.
    if (this.#mode === 'reset' || hostBaud !== this.baud) return nothing;
    const responses: Uint8Array[] = [];
    for (const frame of this.#frames(bytes)) responses.push(...(await this.#responseOf(frame)));
    return joined(responses);
  }

  /** SLIP (RFC 1055): C0 ends a frame, DB DC stands for C0 and DB DD for DB. */
  #frames(bytes: Uint8Array): Uint8Array[] {
    const frames: Uint8Array[] = [];
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

  async #responseOf(frame: Uint8Array): Promise<Uint8Array[]> {
    const op = frame[1] ?? 0;
    const data = frame.subarray(8, 8 + viewOf(frame).getUint16(2, true));
    const reply: Reply = (status, { value = 0, body = nothing } = {}) => {
      const padding = this.#mode === 'rom' && this.#options.kind === 'esp32' ? 2 : 0;
      return encode(op, value, joined([body, status, new Uint8Array(padding)]));
    };
    switch (op) {
      case command.sync:
        // The ROM replies with a value that is not 0, the stub with 0.
        return Array.from({ length: 8 }, () => reply(fine, { value: this.#mode === 'rom' ? 0x20120707 : 0 }));
      case command.readRegister:
        return [reply(fine, { value: this.#registers.get(word(data, 0)) ?? 0 })];
      case command.memoryBegin:
        return [reply(fine)];
      case command.memoryData:
        if (!hasRightChecksum(frame, data)) return [reply(badChecksum)];
        this.#stubBytes += word(data, 0);
        return [reply(fine)];
      case command.memoryEnd:
        if (this.#stubBytes === 0) return [reply(invalid)];
        return [reply(fine), this.#startStub()];
      case command.writeRegister:
      case command.attachFlash:
        return [reply(fine)];
      default:
        return this.#mode === 'stub' ? this.#stubReply(frame, reply) : Array(8).fill(encode(0, 0, invalid));
    }
  }

  #startStub(): Uint8Array {
    this.#mode = 'stub';
    this.#stubBytes = 0;
    return slip(textBytes('OHAI'));
  }

  async #stubReply(frame: Uint8Array, reply: Reply): Promise<Uint8Array[]> {
    const op = frame[1];
    const data = frame.subarray(8);
    const { stallAfterBytes = Number.POSITIVE_INFINITY } = this.#options;
    switch (op) {
      case command.changeBaud: {
        const response = reply(fine);
        this.baud = word(data, 0);
        this.fastest = Math.max(this.fastest, this.baud);
        return [response];
      }
      case command.eraseFlash:
        this.flash.fill(0xff);
        this.erasures++;
        return [reply(fine)];
      case command.flashBegin:
      case command.deflateBegin:
        this.#write = {
          size: word(data, 0),
          blocksLeft: word(data, 4),
          at: word(data, 12),
          received: nothing,
          deflated: op === command.deflateBegin,
        };
        return [reply(fine)];
      case command.flashData:
      case command.deflateData:
        if (!hasRightChecksum(frame, data)) return [reply(badChecksum)];
        await this.#take(data.subarray(16, 16 + word(data, 0)));
        return this.isUnplugged || this.#receivedBytes >= stallAfterBytes ? [] : [reply(fine)];
      case command.flashEnd:
      case command.deflateEnd:
        return [reply(fine)];
      case command.flashMd5: {
        const at = word(data, 0);
        const digest = md5(this.flash.subarray(at, at + word(data, 4)));
        return [reply(fine, { body: hexBytes(digest) })];
      }
      default:
        return [reply(invalid)];
    }
  }

  async #take(block: Uint8Array): Promise<void> {
    this.#receivedBytes += block.length;
    if (this.#receivedBytes >= (this.#options.unplugAfterBytes ?? Number.POSITIVE_INFINITY)) this.isUnplugged = true;
    this.#write.received = joined([this.#write.received, block]);
    this.#write.blocksLeft--;
    if (this.#write.blocksLeft > 0) return;
    const { at, size, received, deflated } = this.#write;
    const content = deflated ? await inflated(received) : received;
    this.flash.fill(0xff, at, at + Math.ceil(size / 0x1000) * 0x1000);
    this.flash.set(content.subarray(0, size), at);
    if (this.#options.wornOut) this.flash[at + 5] = (this.flash[at + 5] ?? 0) ^ 1;
  }
}

/** Undoes RFC 1950, in which the loader sends images. */
async function inflated(bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array> {
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('deflate'));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

/** All bytes of the data block, seeded with EF. */
function hasRightChecksum(frame: Uint8Array, data: Uint8Array): boolean {
  const block = data.subarray(16, 16 + word(data, 0));
  return word(frame, 4) === block.reduce((sum, byte) => sum ^ byte, 0xef);
}

function encode(op: number, value: number, data: Uint8Array): Uint8Array {
  const head = new Uint8Array(8);
  const view = viewOf(head);
  view.setUint8(0, 1);
  view.setUint8(1, op);
  view.setUint16(2, data.length, true);
  view.setUint32(4, value >>> 0, true);
  return slip(joined([head, data]));
}

function slip(packet: Uint8Array): Uint8Array {
  const escaped = [...packet].flatMap((byte) => (byte === 0xc0 ? [0xdb, 0xdc] : byte === 0xdb ? [0xdb, 0xdd] : [byte]));
  return Uint8Array.of(0xc0, ...escaped, 0xc0);
}

function unescaped(bytes: readonly number[]): Uint8Array {
  const plain: number[] = [];
  for (let at = 0; at < bytes.length; at++) {
    if (bytes[at] === 0xdb) plain.push(bytes[++at] === 0xdc ? 0xc0 : 0xdb);
    else plain.push(bytes[at] ?? 0);
  }
  return Uint8Array.from(plain);
}

/** What identifies the chip, its MAC address and its flash chip: "eFuse" and "SPI" in the technical reference manuals. */
function registersOf({ kind, mac, flashBytes }: FakeChipOptions): Map<number, number> {
  const [first = 0, second = 0, third = 0, fourth = 0, fifth = 0, sixth = 0] = hexBytes(mac);
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
    [0x3ff5a004, viewOf(hexBytes(mac.slice(4))).getUint32(0)],
    [0x3ff5a008, (first << 8) | second],
    // Revision 1.0, package 0: ESP32-D0WDQ6.
    [0x3ff5a00c, 1 << 15],
    [0x3ff42080, flashId],
  ]);
}

const viewOf = (bytes: Uint8Array): DataView => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
const word = (bytes: Uint8Array, at: number): number => viewOf(bytes).getUint32(at, true);
const textBytes = (text: string): Uint8Array<ArrayBuffer> => new TextEncoder().encode(text);
const hexBytes = (hex: string): Uint8Array =>
  Uint8Array.from(hex.match(/../g) ?? [], (digits) => Number.parseInt(digits, 16));

function joined(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}
