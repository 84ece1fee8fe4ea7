import { onTestFinished, vi } from 'vitest';
import { Multiplexer } from '../src/platform/cluster/link/multiplexer.ts';
import type { Client, RelayedSocket } from '../src/platform/cluster/link/relayed-socket.ts';

const client: Client = { kind: 'web', address: '192.0.2.7', port: 50_000 };

interface JoinedEnds {
  readonly front: Multiplexer;
  readonly serving: Multiplexer;
  /** Of both ends. */
  readonly onLost: ReturnType<typeof vi.fn>;
  open(): { readonly near: RelayedSocket; readonly far: Promise<RelayedSocket> };
}

/** Two ends of a link in one process, until the test ends. Messages are copied, as NATS does. */
export function joinedEnds({ isLost = () => false }: { isLost?: () => boolean } = {}): JoinedEnds {
  const onLost = vi.fn();
  const accepting: ((socket: RelayedSocket) => void)[] = [];
  const publishTo = (end: () => Multiplexer) => (message: Buffer) => {
    if (!isLost()) setImmediate((copy: Buffer) => end().receive(copy), Buffer.from(message));
  };
  const front: Multiplexer = new Multiplexer({ publish: publishTo(() => serving), onMessage: () => undefined, onLost });
  const serving: Multiplexer = new Multiplexer({
    publish: publishTo(() => front),
    onConnection: (socket) => accepting.shift()?.(socket),
    onMessage: () => undefined,
    onLost,
  });
  onTestFinished(() => {
    front.end();
    serving.end();
  });
  return {
    front,
    serving,
    onLost,
    open() {
      const far = new Promise<RelayedSocket>((resolve) => accepting.push(resolve));
      return { near: front.open(client), far };
    },
  };
}

/** The two ends of one connection: of the server that the client connected to, and of the one that serves. */
export async function openPair(): Promise<[near: RelayedSocket, far: RelayedSocket]> {
  const { near, far } = joinedEnds().open();
  return [near, await far];
}
