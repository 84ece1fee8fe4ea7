import { afterEach, expect, it, vi } from 'vitest';
import { SerialMonitor } from './serial-monitor.ts';

afterEach(() => {
  vi.useRealTimers();
});

/** A port that a monitor can open, and what lets it receive. As a browser's it closes only when nobody holds its streams. */
function openPort(change: Partial<Pick<SerialPort, 'open' | 'setSignals' | 'writable'>> = {}) {
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
    close: vi.fn(async () => {
      if (port.readable?.locked || port.writable?.locked) throw new TypeError('A stream is locked.');
    }),
    forget: async () => undefined,
    ...change,
  });
  return { port, print: (text: string) => out?.enqueue(new TextEncoder().encode(text)) };
}

/** Where a board takes what it is sent only when a test lets it, or the stream is aborted. */
function slowWritable() {
  const taken: string[] = [];
  const writes: PromiseWithResolvers<void>[] = [];
  const writable = new WritableStream<Uint8Array<ArrayBufferLike>>({
    write(chunk, { signal }) {
      taken.push(new TextDecoder().decode(chunk));
      const write = Promise.withResolvers<void>();
      writes.push(write);
      signal.addEventListener('abort', () => write.reject(signal.reason));
      return write.promise;
    },
  });
  return { writable, taken, writes };
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

it('reads a port that refuses its signals', async () => {
  vi.useFakeTimers();
  const { port, print } = openPort({ setSignals: () => Promise.reject(new DOMException('no', 'NetworkError')) });
  const monitor = new SerialMonitor();
  await monitor.open(port, 115_200);
  print('temp:26.5\r\n');
  await vi.advanceTimersByTimeAsync(100);
  expect(monitor.view()).toMatchObject({ state: 'open', failure: null, count: 1 });
});

it('gives a port back that is still opening', async () => {
  const opening = Promise.withResolvers<void>();
  const { port } = openPort({ open: () => opening.promise });
  const monitor = new SerialMonitor();
  const opened = monitor.open(port, 115_200);
  const closed = monitor.close();
  opening.resolve();
  await Promise.all([opened, closed]);
  expect(port.close).toHaveResolvedTimes(1);
  expect(monitor.view()).toMatchObject({ state: 'closed', failure: null });
});

it('sends a line after the one that the board has not taken yet', async () => {
  const { writable, taken, writes } = slowWritable();
  const monitor = new SerialMonitor();
  await monitor.open(openPort({ writable }).port, 115_200);
  const sent = [monitor.send('one'), monitor.send('two')];
  await expect.poll(() => taken).toEqual(['one']);
  writes[0]?.resolve();
  await expect.poll(() => taken).toEqual(['one', 'two']);
  writes[1]?.resolve();
  await Promise.all(sent);
});

it('gives a port back whose board takes nothing', async () => {
  const { writable, taken } = slowWritable();
  const { port } = openPort({ writable });
  const monitor = new SerialMonitor();
  await monitor.open(port, 115_200);
  const sent = [monitor.send('one'), monitor.send('two')];
  await expect.poll(() => taken).toEqual(['one']);
  await monitor.close();
  await Promise.all(sent);
  expect(port.close).toHaveResolvedTimes(1);
  expect(taken).toEqual(['one']);
  expect(monitor.view()).toMatchObject({ state: 'closed', failure: null });
});
