import { afterEach, expect, it, vi } from 'vitest';
import { SerialMonitor } from './serial-monitor.ts';

afterEach(() => {
  vi.useRealTimers();
});

/** A port that a monitor can open, and what lets it receive. */
function openPort() {
  let out: ReadableStreamDefaultController<Uint8Array<ArrayBuffer>> | undefined;
  const port: SerialPort = Object.assign(new EventTarget(), {
    connected: true,
    onconnect: null,
    ondisconnect: null,
    readable: new ReadableStream<Uint8Array<ArrayBuffer>>({
      start(controller) {
        out = controller;
      },
    }),
    writable: new WritableStream<Uint8Array<ArrayBufferLike>>(),
    getInfo: () => ({}),
    getSignals: async () => ({ dataCarrierDetect: true, clearToSend: true, ringIndicator: false, dataSetReady: true }),
    open: async () => undefined,
    setSignals: async () => undefined,
    close: async () => undefined,
    forget: async () => undefined,
  });
  return { port, print: (text: string) => out?.enqueue(new TextEncoder().encode(text)) };
}

it('lets a page draw once in 100 ms, however much a board prints', async () => {
  vi.useFakeTimers();
  const { port, print } = openPort();
  const monitor = new SerialMonitor();
  await monitor.open(port, 921_600);
  const drawn: number[] = [];
  monitor.subscribe(() => drawn.push(monitor.view().count));

  for (let piece = 0; piece < 300; piece++) print('temp:26.5\r\n');
  await vi.advanceTimersByTimeAsync(99);
  expect(drawn).toEqual([]);
  await vi.advanceTimersByTimeAsync(1);
  expect(drawn).toEqual([300]);
  print('temp:27\r\n');
  await vi.advanceTimersByTimeAsync(100);
  expect(drawn).toEqual([300, 301]);
});
