import { randomUUID } from 'node:crypto';
import type { QuietLog } from '../../log/index.ts';
import { type BrokerCounts, countOne } from '../broker-metrics.ts';
import type { BrokerHooks, ConnectDecision } from '../device-broker.ts';
import { maxClientIdBytes, minIdleLimitMs } from '../limits.ts';
import { type Connect, decodeConnect } from '../mqtt/packet-decoder.ts';
import { connack, connackUnsupportedVersion5 } from '../mqtt/packet-encoder.ts';
import type { Packet } from '../mqtt/packet-reader.ts';
import { ProtocolError } from '../mqtt/protocol-error.ts';
import type { Connection, PacketHandler } from './connection.ts';

/** What a client was let in as. */
export type Admission = Extract<ConnectDecision, { allow: true }>['session'];

export interface LoginDeps {
  readonly hooks: Pick<BrokerHooks, 'authenticate'>;
  readonly counts: BrokerCounts;
  readonly log: QuietLog;
  /** Makes the connection a session, or returns the code with which it is refused all the same. */
  open(clientId: string, admission: Admission): 0 | 2 | 3;
  /** The connection is no longer half open: it is a session, or refused, or gone. */
  done(): void;
}

/** Waits for CONNECT, requests the decision who it is, and sends CONNACK; nothing else is read meanwhile. */
export class Login implements PacketHandler {
  readonly #connection: Connection;
  readonly #deps: LoginDeps;
  #isDeciding = false;

  constructor(connection: Connection, deps: LoginDeps) {
    this.#connection = connection;
    this.#deps = deps;
  }

  packet(packet: Packet): void {
    if (packet.header !== 0x10) throw new ProtocolError('the first packet is no CONNECT [MQTT-3.1.0-1]');
    const connect = decodeConnect(packet);
    if ('unsupportedLevel' in connect) {
      // [MQTT-3.1.2-2] requires code 1; a client of version 5 could not read that packet.
      this.#refuse(1, connect.unsupportedLevel === 5 ? connackUnsupportedVersion5 : connack(1));
    } else if (connect.clientId === '' && !connect.cleanSession) {
      this.#refuse(2);
    } else if (Buffer.byteLength(connect.clientId) > maxClientIdBytes) {
      this.#refuse(2);
    } else {
      this.#isDeciding = true;
      this.#connection.hold('login');
      this.#decide(connect).catch((error: unknown) => this.#connection.fail(error));
    }
  }

  closed(): void {
    this.#deps.done();
  }

  /** The time for it is over. */
  expire(): void {
    if (this.#isDeciding) this.#refuse(3);
    else this.#connection.close('timeout');
  }

  async #decide(connect: Connect): Promise<void> {
    const decision = await this.#request(connect);
    if (this.#connection.isClosed) return;
    if (!decision.allow) {
      this.#refuse(decision.returnCode);
      return;
    }
    // [MQTT-3.1.3-6] a client without an id gets one.
    const clientId = connect.clientId || `auto-${randomUUID()}`;
    this.#connection.name = clientId;
    this.#connection.idleLimitMs =
      connect.keepAliveSeconds === 0
        ? Number.POSITIVE_INFINITY
        : Math.max(connect.keepAliveSeconds * 1_500, minIdleLimitMs);
    const code = this.#deps.open(clientId, decision.session);
    if (code !== 0) {
      this.#refuse(code);
      return;
    }
    this.#deps.done();
    this.#connection.release('login');
  }

  async #request({ clientId, username, password }: Connect): Promise<ConnectDecision> {
    const { remoteAddress } = this.#connection;
    try {
      return await this.#deps.hooks.authenticate({ clientId, username, password, remoteAddress });
    } catch (error) {
      this.#deps.log('error', 'A login could not be decided.', { client: clientId, err: error });
      return { allow: false, returnCode: 3 };
    }
  }

  #refuse(returnCode: 1 | 2 | 3 | 4 | 5, response = connack(returnCode)): void {
    countOne(this.#deps.counts.refusedLogins, String(returnCode));
    this.#deps.done();
    this.#connection.refuse(response);
  }
}
