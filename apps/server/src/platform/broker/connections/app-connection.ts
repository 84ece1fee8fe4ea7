import type { QuietLog } from '../../log/index.ts';
import { type BrokerCounts, countOne } from '../broker-metrics.ts';
import type { AppSession, BrokerHooks, DisconnectReason } from '../device-broker.ts';
import { maxFiltersOfApp, maxSubscriptionsPerApp } from '../limits.ts';
import {
  checkEmpty,
  decodeMessageId,
  decodePublish,
  decodeSubscribe,
  decodeText,
  decodeUnsubscribe,
  type FilterRequest,
} from '../mqtt/packet-decoder.ts';
import { pingResponse, suback, unsuback } from '../mqtt/packet-encoder.ts';
import type { Packet } from '../mqtt/packet-reader.ts';
import { ProtocolError } from '../mqtt/protocol-error.ts';
import { checkTopicName, covers, type Filter, isWithinLimits, parseFilter } from '../mqtt/topics.ts';
import { Acknowledgements } from './acknowledgements.ts';
import { AppDelivery } from './app-delivery.ts';
import type { Publication } from './board-connection.ts';
import type { Connection, PacketHandler } from './connection.ts';

export interface AppDeps {
  readonly hooks: Pick<BrokerHooks, 'mayRead' | 'appMessage'>;
  readonly log: QuietLog;
  readonly counts: BrokerCounts;
  /** Called once, at the end. */
  closed(reason: DisconnectReason): void;
}

const refused = 0x80;

/**
 * A session of a user's program: it watches the boards of its account; what it publishes is a request, and is passed to nobody as it is.
 */
export class AppConnection implements PacketHandler {
  readonly connection: Connection;
  readonly session: AppSession;
  readonly #deps: AppDeps;
  readonly #subscriptions = new Map<string, { filter: Filter; qos: 0 | 1 | 2 }>();
  readonly #delivery: AppDelivery;
  readonly #acknowledgements: Acknowledgements;

  constructor(connection: Connection, session: AppSession, deps: AppDeps) {
    this.connection = connection;
    this.session = session;
    this.#deps = deps;
    this.#delivery = new AppDelivery(connection, deps.counts);
    this.#acknowledgements = new Acknowledgements(connection, deps.counts);
  }

  packet(packet: Packet): void {
    switch (packet.header >> 4) {
      case 3:
        this.#publish(packet);
        break;
      case 4:
        this.#delivery.acknowledged(decodeMessageId(packet));
        break;
      case 5:
        this.#delivery.received(decodeMessageId(packet));
        break;
      case 6:
        this.#acknowledgements.release(decodeMessageId(packet));
        break;
      case 7:
        this.#delivery.completed(decodeMessageId(packet));
        break;
      case 8:
        this.#subscribe(packet);
        break;
      case 10:
        this.#unsubscribe(packet);
        break;
      case 12:
        checkEmpty(packet);
        this.connection.send(pingResponse);
        break;
      case 14:
        checkEmpty(packet);
        this.connection.close('closed');
        break;
      default:
        throw new ProtocolError('a second CONNECT [MQTT-3.1.0-2]');
    }
  }

  closed(reason: DisconnectReason): void {
    this.#deps.closed(reason);
  }

  /**
   * Passes a publication on when a subscription covers it, once, at the highest QoS of those that do [MQTT-3.3.5-1]. Returns whether
   * one does.
   */
  deliver(publication: Publication, topicLevels: readonly string[]): boolean {
    let granted = -1;
    for (const { filter, qos } of this.#subscriptions.values()) {
      if (qos > granted && covers(filter, topicLevels)) granted = qos;
    }
    if (granted < 0) return false;
    const qos = Math.min(granted, publication.qos) as 0 | 1 | 2;
    if (qos === 0) this.connection.send(publication.echo);
    else this.#delivery.send(publication, qos);
    this.#deps.counts.deliveredToApps += 1;
    return true;
  }

  #publish(packet: Packet): void {
    const { qos, messageId, topicStart, topicEnd, payloadStart } = decodePublish(packet);
    this.connection.countPublish(qos);
    if (qos === 2 && this.#acknowledgements.isRepeated(messageId)) return;
    const topic = decodeText(packet.buffer.subarray(topicStart, topicEnd));
    checkTopicName(topic);
    const payload = packet.buffer.subarray(payloadStart, packet.end);
    const isUsable = isWithinLimits(topic);
    const taken = isUsable ? this.#deps.hooks.appMessage(this.session, { topic, payload }) : undefined;
    if (!taken) countOne(this.#deps.counts.dropped, isUsable ? 'published_by_app' : 'topic_too_long');
    taken?.catch((err: unknown) => this.#deps.log('error', 'A message of an app could not be handled.', { err }));
    if (qos !== 0) this.#acknowledgements.accept(qos, messageId, taken);
  }

  #subscribe(packet: Packet): void {
    const { messageId, requests } = decodeSubscribe(packet, maxFiltersOfApp);
    const codes = requests.map((request) => this.#grant(request));
    this.connection.send(suback(messageId, codes));
  }

  #grant({ filter: text, qos }: FilterRequest): number {
    const filter = parseFilter(text);
    if (!filter) return refused;
    const hasSlot = this.#subscriptions.has(text) || this.#subscriptions.size < maxSubscriptionsPerApp;
    if (!hasSlot || !this.#mayWatch(filter)) return refused;
    this.#subscriptions.set(text, { filter, qos });
    return qos;
  }

  /** Topics of boards are `/<espid>/…`; a filter that names a board must name one of the account. */
  #mayWatch(filter: Filter): boolean {
    const [first, espid] = filter;
    if (first === '#') return true;
    if (first !== '' && first !== '+') return false;
    if (espid === undefined || espid === '+' || espid === '#') return true;
    return this.#deps.hooks.mayRead(this.session.accountId, espid);
  }

  #unsubscribe(packet: Packet): void {
    const { messageId, filters } = decodeUnsubscribe(packet, maxFiltersOfApp);
    for (const filter of filters) {
      parseFilter(filter);
      this.#subscriptions.delete(filter);
    }
    this.connection.send(unsuback(messageId));
  }
}
