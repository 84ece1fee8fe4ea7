import { once } from 'node:events';
import net, { type AddressInfo } from 'node:net';
import tls from 'node:tls';
import { generate, type IPublishPacket, type Packet, parser } from 'mqtt-packet';

/** What a test's broker does; everything else it leaves out. */
export interface Script {
  returnCode?: number;
  /** Echoes publications: all of them, or those of a board that has subscribed. */
  echo?: boolean | 'subscribed';
  connack?: boolean;
  suback?: boolean;
  pingresp?: boolean;
  /** Listens with TLS. */
  tls?: { key: string; cert: string };
}

/** A connection as the broker sees it. `log` has one line a packet, `SUBSCRIBE` or `PUBLISH <topic> <payload>`. */
export interface ScriptedSession {
  log: string[];
  packets: Packet[];
  publish(topic: string, payload: string): void;
  drop(): void;
}

export interface ScriptedBroker {
  port: number;
  /** May be changed while the broker runs. */
  script: Script;
  sessions: ScriptedSession[];
  /** Resolves as soon as the condition holds; checked after every packet, connection and close. */
  until(condition: () => boolean): Promise<void>;
  close(): Promise<void>;
}

/** A broker for tests that does exactly what its script contains. */
export async function startScriptedBroker(script: Script = {}): Promise<ScriptedBroker> {
  const broker = {
    script: { connack: true, suback: true, pingresp: true, ...script },
    sessions: [] as ScriptedSession[],
  };
  const waiting = new Set<() => void>();
  const changed = () => {
    for (const check of [...waiting]) check();
  };
  const sockets = new Set<net.Socket>();
  const accept = (socket: net.Socket) => {
    sockets.add(socket);
    socket.setNoDelay(true);
    socket.on('error', () => undefined);
    socket.on('close', () => {
      sockets.delete(socket);
      changed();
    });
    serve(socket, broker, changed);
  };
  const server = script.tls ? tls.createServer(script.tls, accept) : net.createServer(accept);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return Object.assign(broker, {
    port: (server.address() as AddressInfo).port,
    until: (condition: () => boolean) =>
      new Promise<void>((resolve) => {
        const check = () => {
          if (!condition()) return;
          waiting.delete(check);
          resolve();
        };
        waiting.add(check);
        check();
      }),
    async close() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  });
}

function serve(socket: net.Socket, broker: { script: Script; sessions: ScriptedSession[] }, changed: () => void): void {
  const session: ScriptedSession = {
    log: [],
    packets: [],
    publish: (topic, payload) =>
      void socket.write(generate({ cmd: 'publish', topic, payload, qos: 0, dup: false, retain: false })),
    drop: () => void socket.destroy(),
  };
  broker.sessions.push(session);
  const stream = parser({ protocolVersion: 4 });
  socket.on('data', (chunk) => stream.parse(chunk));
  stream.on('packet', (packet: Packet) => {
    session.packets.push(packet);
    session.log.push(packet.cmd === 'publish' ? `PUBLISH ${packet.topic} ${packet.payload}` : packet.cmd.toUpperCase());
    reply(socket, packet, { script: broker.script, session });
    changed();
  });
}

function reply(
  socket: net.Socket,
  packet: Packet,
  { script, session }: { script: Script; session: ScriptedSession },
): void {
  if (packet.cmd === 'connect' && script.connack) {
    socket.write(generate({ cmd: 'connack', returnCode: script.returnCode ?? 0, sessionPresent: false }));
  } else if (packet.cmd === 'subscribe' && script.suback) {
    socket.write(generate({ cmd: 'suback', messageId: packet.messageId ?? 0, granted: [0] }));
  } else if (packet.cmd === 'pingreq' && script.pingresp) {
    socket.write(generate({ cmd: 'pingresp' }));
  } else if (packet.cmd === 'publish' && (script.echo === true || (script.echo && session.log.includes('SUBSCRIBE')))) {
    const { topic, payload }: IPublishPacket = packet;
    socket.write(generate({ cmd: 'publish', topic, payload, qos: 0, dup: false, retain: false }));
  }
}
