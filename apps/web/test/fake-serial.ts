import { FakeChip, type FakeChipOptions } from './fake-chip.ts';

/** The page's end of a fake cable. */
export interface FakeCable {
  readonly chip: FakeChip;
  /** The speed at which the page has opened the port; null while it is closed. */
  readonly baudRate: number | null;
  /** Another program holds the port. */
  isOccupied: boolean;
  /** Lets the board print. */
  print(text: string): void;
  unplug(): void;
}

/** A serial port as https://wicg.github.io/serial/ describes it, with a chip at its other end. */
class FakePort extends EventTarget implements FakeCable {
  readonly chip: FakeChip;
  baudRate: number | null = null;
  isOccupied = false;
  readable: ReadableStream<Uint8Array> | null = null;
  writable: WritableStream<Uint8Array> | null = null;
  #out: ReadableStreamDefaultController<Uint8Array> | null = null;
  #signals = { dtr: false, rts: false };
  #isGone = false;

  constructor(chip: FakeChip) {
    super();
    this.chip = chip;
  }

  getInfo() {
    return { usbVendorId: 0x10c4, usbProductId: 0xea60 };
  }

  async open({ baudRate }: { baudRate: number }): Promise<void> {
    if (this.readable) throw new DOMException('The port is already open.', 'InvalidStateError');
    if (this.isOccupied) throw new DOMException('Failed to open serial port.', 'NetworkError');
    this.baudRate = baudRate;
    this.readable = new ReadableStream({
      start: (controller) => {
        this.#out = controller;
      },
    });
    this.writable = new WritableStream({
      write: async (chunk) => {
        if (this.#isGone) throw new DOMException('The device has been lost.', 'NetworkError');
        this.#emit(await this.chip.receive(chunk, this.baudRate ?? 0));
        if (this.chip.isUnplugged) this.unplug();
      },
    });
  }

  async close(): Promise<void> {
    if (this.readable?.locked || this.writable?.locked) throw new TypeError('A stream is locked.');
    this.baudRate = null;
    this.readable = null;
    this.writable = null;
    this.#out = null;
  }

  async setSignals(signals: { dataTerminalReady?: boolean; requestToSend?: boolean }): Promise<void> {
    if (this.#isGone || !this.readable) throw new DOMException('Failed to set control signals.', 'NetworkError');
    this.#signals = {
      dtr: signals.dataTerminalReady ?? this.#signals.dtr,
      rts: signals.requestToSend ?? this.#signals.rts,
    };
    this.#emit(this.chip.signals(this.#signals));
  }

  print(text: string): void {
    this.#emit(new TextEncoder().encode(text));
  }

  unplug(): void {
    this.#isGone = true;
    this.#out?.error(new DOMException('The device has been lost.', 'NetworkError'));
    this.#out = null;
    this.readable = null;
    this.dispatchEvent(new Event('disconnect', { bubbles: true }));
  }

  #emit(bytes: Uint8Array): void {
    try {
      if (bytes.length > 0) this.#out?.enqueue(bytes);
    } catch {
      // Nobody reads any more.
    }
  }
}

/** Plugs a chip into the page's `navigator.serial`; its one port is the one that is always picked. */
export function plugIn(options: FakeChipOptions): FakeCable {
  const port = new FakePort(new FakeChip(options));
  const serial = Object.assign(new EventTarget(), {
    requestPort: async () => port,
    getPorts: async () => [port],
  });
  Object.defineProperty(navigator, 'serial', { value: serial, configurable: true });
  return port;
}

/** Takes the fake out of the page; what the browser has by itself comes back. */
export function pullOut(): void {
  Reflect.deleteProperty(navigator, 'serial');
}
