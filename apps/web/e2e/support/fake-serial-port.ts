import type { Page } from '@playwright/test';
import type { FakeChip } from './fake-chip.ts';

type Call =
  | { type: 'open'; baudRate: number }
  | { type: 'close' }
  | { type: 'signals'; dtr: boolean; rts: boolean }
  | { type: 'write'; bytes: number[] };
type Answer = { bytes: number[]; unplugged: boolean };

/** What the page's end of the fake cable offers to a test, in `window.fakeSerial`. */
type FakeSerial = { emit(text: string): void; unplug(): void };

declare global {
  interface Window {
    fakeSerial: FakeSerial;
    fakeSerialCall(call: Call): Promise<Answer>;
  }
}

export interface FakeCable {
  /** The speed at which the page has opened the port; null while it is closed. */
  baudRate(): number | null;
  /** Lets the board print. */
  print(text: string): Promise<void>;
  unplug(): Promise<void>;
  /** Another program holds the port from now on. */
  occupy(): void;
}

/** Plugs a chip into the page's `navigator.serial`; its one port is the one that is always picked. Before the page is opened. */
export async function plugIn(page: Page, chip: FakeChip): Promise<FakeCable> {
  let baudRate: number | null = null;
  let isOccupied = false;
  await page.exposeFunction('fakeSerialCall', (call: Call): Answer => {
    let bytes = Buffer.alloc(0);
    if (call.type === 'open') {
      if (isOccupied) throw new Error('occupied');
      baudRate = call.baudRate;
    } else if (call.type === 'close') baudRate = null;
    else if (call.type === 'signals') bytes = Buffer.from(chip.signals(call));
    else bytes = Buffer.from(chip.receive(Uint8Array.from(call.bytes), baudRate ?? 0));
    return { bytes: [...bytes], unplugged: chip.isUnplugged };
  });
  await page.addInitScript(installFakeSerial);
  return {
    baudRate: () => baudRate,
    print: (text) => page.evaluate((words) => window.fakeSerial.emit(words), text),
    unplug: () => page.evaluate(() => window.fakeSerial.unplug()),
    occupy() {
      isOccupied = true;
    },
  };
}

/** Runs in the page, so it may use nothing from outside. Behaves as https://wicg.github.io/serial/ says. */
function installFakeSerial(): void {
  class FakePort extends EventTarget {
    readable: ReadableStream<Uint8Array> | null = null;
    writable: WritableStream<Uint8Array> | null = null;
    #out: ReadableStreamDefaultController<Uint8Array> | null = null;
    #signals = { dtr: false, rts: false };
    #isGone = false;

    getInfo() {
      return { usbVendorId: 0x10c4, usbProductId: 0xea60 };
    }

    async open({ baudRate }: { baudRate: number }) {
      if (this.readable) throw new DOMException('The port is already open.', 'InvalidStateError');
      await window.fakeSerialCall({ type: 'open', baudRate }).catch(() => {
        throw new DOMException('Failed to open serial port.', 'NetworkError');
      });
      this.readable = new ReadableStream({
        start: (controller) => {
          this.#out = controller;
        },
      });
      this.writable = new WritableStream({
        write: async (chunk) => {
          if (this.#isGone) throw new DOMException('The device has been lost.', 'NetworkError');
          const { bytes, unplugged } = await window.fakeSerialCall({ type: 'write', bytes: [...chunk] });
          this.emit(Uint8Array.from(bytes));
          if (unplugged) this.unplug();
        },
      });
    }

    async close() {
      if (this.readable?.locked || this.writable?.locked) throw new TypeError('A stream is locked.');
      if (!this.#isGone) await window.fakeSerialCall({ type: 'close' });
      this.readable = null;
      this.writable = null;
      this.#out = null;
    }

    async setSignals(signals: { dataTerminalReady?: boolean; requestToSend?: boolean }) {
      if (this.#isGone || !this.readable) throw new DOMException('Failed to set control signals.', 'NetworkError');
      this.#signals = {
        dtr: signals.dataTerminalReady ?? this.#signals.dtr,
        rts: signals.requestToSend ?? this.#signals.rts,
      };
      const { bytes } = await window.fakeSerialCall({ type: 'signals', ...this.#signals });
      this.emit(Uint8Array.from(bytes));
    }

    emit(bytes: Uint8Array) {
      try {
        if (bytes.length > 0) this.#out?.enqueue(bytes);
      } catch {
        // Nobody reads any more.
      }
    }

    unplug() {
      this.#isGone = true;
      this.#out?.error(new DOMException('The device has been lost.', 'NetworkError'));
      this.#out = null;
      this.readable = null;
      this.dispatchEvent(new Event('disconnect', { bubbles: true }));
    }
  }

  const port = new FakePort();
  const serial = Object.assign(new EventTarget(), {
    requestPort: async () => port,
    getPorts: async () => [port],
  });
  Object.defineProperty(navigator, 'serial', { value: serial, configurable: true });
  window.fakeSerial = {
    emit: (text) => port.emit(new TextEncoder().encode(text)),
    unplug: () => port.unplug(),
  };
}
