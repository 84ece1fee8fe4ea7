import type { Clock } from '../../clock.ts';
import type { QuietLog } from '../../log/index.ts';
import { type BrokerCounts, countOne } from '../broker-metrics.ts';
import { AppConnection } from '../connections/app-connection.ts';
import { BoardConnection, type Publication } from '../connections/board-connection.ts';
import type { Connection } from '../connections/connection.ts';
import type { Admission } from '../connections/login.ts';
import type { BoardSession, BrokerHooks, DisconnectReason } from '../device-broker.ts';
import { connack } from '../mqtt/packet-encoder.ts';
import { Closings } from './closings.ts';
import type { SessionRegistry } from './session-registry.ts';
import { Takeovers } from './takeovers.ts';

export interface SessionsDeps {
  readonly hooks: BrokerHooks;
  readonly registry: SessionRegistry;
  readonly clock: Clock;
  readonly counts: BrokerCounts;
  readonly log: QuietLog;
}

/** An id with these would be more than one level of a topic, or a wildcard in one. */
const unfitForTopic = /[/+#\0]|^$/;
const accepted = 0;
const identifierRejected = 2;
const serverUnavailable = 3;

/** Whose share of the event loop is used. */
const ownerOf = (accountId: number): string => `account ${accountId}`;

/** Turns connections that logged in into sessions, ends the ones they replace, and carries publications to apps. */
export class Sessions {
  readonly #deps: SessionsDeps;
  readonly #takeovers = new Takeovers();
  readonly #closings = new Closings((board, reason) => this.#deps.hooks.boardDisconnected(board.session, reason));

  constructor(deps: SessionsDeps) {
    this.#deps = deps;
  }

  /** Opens a session and sends CONNACK; any other return code than 0 means why it cannot be opened. */
  open(connection: Connection, clientId: string, admission: Admission): 0 | 2 | 3 {
    return admission.kind === 'board'
      ? this.#openBoard(connection, admission)
      : this.#openApp(connection, clientId, admission);
  }

  #openBoard(connection: Connection, admission: Extract<Admission, { kind: 'board' }>): 0 | 2 {
    const { hooks, registry, clock, counts, log } = this.#deps;
    const { accountId, espid } = admission;
    if (unfitForTopic.test(espid)) return identifierRejected;
    if (this.#isSecondBoard(connection, admission)) return identifierRejected;
    this.#supersede(accountId, espid);
    this.#closings.finish(espid);
    const session: BoardSession = {
      ...admission,
      remoteAddress: connection.remoteAddress,
      connectedAt: clock.now(),
    };
    const board = new BoardConnection(connection, session, {
      hooks,
      clock,
      counts,
      log,
      fanOut: (publication) => this.#fanOut(accountId, publication),
      closed: (reason) => this.#boardClosed(board, reason),
    });
    connection.handler = board;
    // A stranger who knows an e-mail address gets no part of its account's share: as long as a board waits, its network pays.
    const [network, account] = [connection.owner(), ownerOf(accountId)];
    connection.owner = () => (session.deviceId === null ? network : account);
    registry.addBoard(board);
    counts.boards += 1;
    connection.send(connack(accepted));
    hooks.boardConnected(session);
    return accepted;
  }

  #openApp(connection: Connection, clientId: string, admission: Extract<Admission, { kind: 'app' }>): 0 | 3 {
    const { hooks, registry, counts, log } = this.#deps;
    const { accountId } = admission;
    this.#supersede(accountId, clientId);
    if (!registry.hasSlotForApp(accountId)) return serverUnavailable;
    const session = { ...admission, remoteAddress: connection.remoteAddress };
    const app = new AppConnection(connection, session, {
      hooks,
      counts,
      log,
      closed: (reason) => {
        registry.removeApp(clientId, app);
        counts.apps -= 1;
        countOne(counts.disconnects, reason);
      },
    });
    connection.handler = app;
    const owner = ownerOf(accountId);
    connection.owner = () => owner;
    registry.addApp(clientId, app);
    counts.apps += 1;
    connection.send(connack(accepted));
    return accepted;
  }

  /** A second board with the id of one that is there is held off; it comes again by itself. */
  #isSecondBoard({ remoteAddress }: Connection, admission: Extract<Admission, { kind: 'board' }>): boolean {
    const { hooks, registry } = this.#deps;
    const { accountId, espid, isStranger = false } = admission;
    const board = registry.findBoard(espid, accountId);
    // Who waits to be accepted may be anybody: a stranger's connection must not hold the owner's board off.
    if (!board || board.session.deviceId === null) return false;
    const { connection, session } = board;
    const now = performance.now();
    const { idleLimitMs } = connection;
    const open = {
      address: connection.remoteAddress,
      isStranger: session.isStranger ?? false,
      silentMs: connection.silentMs(now),
      idleLimitMs,
    };
    const newcomer = { address: remoteAddress, isStranger, now };
    if (this.#takeovers.mayTake(`${accountId} ${espid}`, open, newcomer)) return false;
    hooks.boardHeldOff(session, remoteAddress);
    return true;
  }

  /** [MQTT-3.1.4-2] the newest of two connections with one id stays; ids of other accounts are other ids. */
  #supersede(accountId: number, clientId: string): void {
    const { registry } = this.#deps;
    registry.findBoard(clientId, accountId)?.connection.close('superseded');
    registry.apps(accountId)?.get(clientId)?.connection.close('superseded');
  }

  #boardClosed(board: BoardConnection, reason: DisconnectReason): void {
    const { hooks, registry, counts } = this.#deps;
    registry.removeBoard(board);
    counts.boards -= 1;
    countOne(counts.disconnects, reason);
    // What ends a connection on this side counts on its end.
    if (reason === 'lost' || reason === 'closed') this.#closings.add(board, reason);
    else hooks.boardDisconnected(board.session, reason);
  }

  /** Notifies of what closed before the server stops. */
  finishClosings(): void {
    this.#closings.finishAll();
  }

  #fanOut(accountId: number, publication: Publication): void {
    const { hooks, registry } = this.#deps;
    if (registry.appCount === 0) return;
    // Checked at each message: a subscription must not outlive the right that it was granted for.
    const readers = hooks.mayRead(accountId, publication.espid) ? [accountId] : [];
    let topicLevels: string[] | undefined;
    for (const reader of [...readers, ...hooks.sharedReaders(accountId, publication.espid)]) {
      const apps = registry.apps(reader);
      if (!apps) continue;
      topicLevels ??= publication.topic.toString().split('/');
      let isRead = false;
      for (const app of apps.values()) isRead = app.deliver(publication, topicLevels) || isRead;
      if (isRead && reader !== accountId) hooks.sharedRead(reader, publication.espid);
    }
  }
}
