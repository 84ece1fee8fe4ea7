import type { ClientSocket } from './listeners/client-socket.ts';

/** What the rest of the server sees of a broker. Knows topics and bytes, not accounts' data or payload grammars. */

/** A connected board. `deviceId` is null while the board waits to be accepted; `accept` sets it on the open session. */
export interface BoardSession {
  readonly kind: 'board';
  readonly accountId: number;
  readonly espid: string;
  deviceId: number | null;
  /** A program of a user that speaks for the device: it signed in with a personal access token. */
  readonly isProgram?: boolean;
  /** That token. */
  readonly tokenId?: number;
  /** It proved nothing, and came from a network that is not known as one of its account. */
  readonly isStranger?: boolean;
  readonly remoteAddress: string;
  readonly connectedAt: number;
}

/** A connected program of a user (personal access token). */
export interface AppSession {
  readonly kind: 'app';
  readonly accountId: number;
  readonly tokenId: number;
  readonly scope: 'read' | 'control';
  readonly remoteAddress: string;
}

export interface ConnectRequest {
  /** Empty when the client has none; as an app it is given one. */
  readonly clientId: string;
  readonly username: string;
  readonly password: string;
  readonly remoteAddress: string;
}

/** MQTT 3.1.1 table 3.1: 4 = bad user name or password, 5 = not authorized, 3 = server unavailable, 2 = identifier rejected. */
export type ConnectDecision =
  | { allow: true; session: Omit<BoardSession, 'connectedAt' | 'remoteAddress'> | Omit<AppSession, 'remoteAddress'> }
  | { allow: false; returnCode: 2 | 3 | 4 | 5 };

/** A publication of a board under its own `/<espid>/`. */
export interface BoardMessage {
  /** The topic behind `/<espid>/`, such as `data/update`. */
  readonly subtopic: string;
  readonly payload: Buffer;
  readonly qos: 0 | 1 | 2;
  readonly receivedAt: number;
}

/** A publication of an app. */
export interface AppMessage {
  readonly topic: string;
  readonly payload: Buffer;
}

/**
 * Why a board's session ended; `superseded` (the same id connected again) is no change of presence. `not_stored`: a QoS 1 or 2 message
 * could not be stored, and its sender sends it again when it is back. `too_much`: it used up its budget of work for too long.
 */
export type DisconnectReason =
  | 'closed'
  | 'lost'
  | 'timeout'
  | 'superseded'
  | 'protocol_error'
  | 'not_stored'
  | 'too_much'
  | 'kicked'
  | 'shutdown';

/** What handles what happens at the broker. All are called in the order in which things happened per session. */
export interface BrokerHooks {
  authenticate(request: ConnectRequest): Promise<ConnectDecision>;
  /** The largest packet, in bytes, that a board can read. */
  maxPacketBytes(espid: string): number;
  boardConnected(session: BoardSession): void;
  /** A SUBSCRIBE of the board was acknowledged; `first` on this connection. */
  boardSubscribed(session: BoardSession, first: boolean): void;
  boardDisconnected(session: BoardSession, reason: DisconnectReason): void;
  /** Another connection came with the id of a board that is there, and was held off: there are two of them. */
  boardHeldOff(session: BoardSession, address: string): void;
  /**
   * The broker sends the echo, which boards take for an acknowledgement, and with QoS 1 and 2 the acknowledgement itself: both wait for
   * the promise. When it rejects, there is no echo, and with QoS 1 and 2 the connection ends without the acknowledgement. Without a
   * promise there is nothing to be stored. Handlers of one batch should return the same promise: it is waited for once. The payload
   * must not be changed.
   */
  boardMessage(session: BoardSession, message: BoardMessage): void | Promise<void>;
  /** The board published on a topic that is none of its own, or too long; reported once for each topic of a connection. */
  boardMessageIgnored(session: BoardSession, topic: string): void;
  /**
   * Undefined: nothing is done with it. With QoS 1 and 2 the acknowledgement waits for the promise; when it rejects, the connection ends
   * without it. The payload must not be changed and is valid during the call only.
   */
  appMessage(session: AppSession, message: AppMessage): Promise<void> | undefined;
  /** Whether an app of this account may see topics of this board; requested again at each delivery. */
  mayRead(accountId: number, espid: string): boolean;
  /** The other accounts whose apps may see what this board of the account publishes; checked at each message. */
  sharedReaders(accountId: number, espid: string): readonly number[];
  /** An app of such an account was sent what the board published. */
  sharedRead(readerId: number, espid: string): void;
}

/** What one feature handles. Each question, such as `authenticate` or `mayRead`, is decided by one feature. */
export interface FeatureHooks extends Partial<Omit<BrokerHooks, 'boardMessage'>> {
  /** True: it is a report of which something is to be stored. A promise: that of the feature that stores it. */
  boardMessage?(session: BoardSession, message: BoardMessage): void | boolean | Promise<void>;
  /** Called after a report was taken in; the promise resolves when it is stored. */
  boardReported?(session: BoardSession, message: BoardMessage): Promise<void> | undefined;
}

/** Where boards connect; null: there is no such port. `proxiedPort` is for proxies that name their clients. */
export interface BrokerPorts {
  readonly tlsPort: number;
  readonly plainPort: number | null;
  readonly proxiedPort: number | null;
}

/** A broker as the features see it. */
export interface DeviceBroker {
  /** Adds what a feature handles; to be called before `start`. */
  use(hooks: FeatureHooks): void;
  /** Opens the listeners; rejects with a `StartError` when a port cannot be opened. */
  start(): Promise<BrokerPorts>;
  /** Takes a client with this address that connected elsewhere; its bytes are MQTT. To be called after `start`. */
  accept(socket: ClientSocket, address: string): void;
  /** Whether boards can connect at this moment. */
  isListening(): boolean;
  /** How many messages were published so far by clients that connected to this server itself. */
  directMessages(): number;
  /** Refuses who connects from now on; who is connected stays until `stop`. */
  closePorts(): void;
  /** Closes listeners and connections; resolves when all hooks have been called. */
  stop(): Promise<void>;
  /**
   * Sends to a connected, accepted board at QoS 0; false when there is none. Throws a RangeError for an empty payload and
   * for a packet above the board's buffer: the board would drop the one and disconnect at the other.
   */
  publishToBoard(espid: string, subtopic: string, payload: string): boolean;
  /**
   * The open session of a board. One espid can wait at several accounts until one of them accepts it: without `accountId`
   * this is the accepted session if there is one.
   */
  session(espid: string, accountId?: number): BoardSession | undefined;
  /** Ends a board's connections at once: those to one account, or all. */
  disconnectBoard(espid: string, accountId?: number): void;
  /** Ends apps' connections at once. */
  disconnectApps(match: (session: AppSession) => boolean): void;
}
