import type { Clock } from '../../clock.ts';
import type { QuietLog } from '../../log/index.ts';
import { type BrokerCounts, countOne, type DropReason } from '../broker-metrics.ts';
import type { BoardSession, BrokerHooks, DisconnectReason } from '../device-broker.ts';
import { maxFiltersOfBoard, maxIgnoredTopicsLogged, maxTopicBytes } from '../limits.ts';
import {
  checkEmpty,
  decodeMessageId,
  decodePublish,
  decodeSubscribe,
  decodeText,
  decodeUnsubscribe,
  type Publish,
} from '../mqtt/packet-decoder.ts';
import { pingResponse, publishQos0, suback, unsuback } from '../mqtt/packet-encoder.ts';
import type { Packet } from '../mqtt/packet-reader.ts';
import { ProtocolError } from '../mqtt/protocol-error.ts';
import { checkTopicName, isWithinLimits, parseFilter } from '../mqtt/topics.ts';
import { Acknowledgements } from './acknowledgements.ts';
import type { Connection, PacketHandler } from './connection.ts';
import { Echoes } from './echoes.ts';

/** A board's publication on its way to apps; `echo` is its QoS 0 PUBLISH packet, the same for all who get it so. */
export interface Publication {
  readonly espid: string;
  readonly topic: Buffer;
  readonly payload: Buffer;
  readonly qos: 0 | 1 | 2;
  readonly echo: Buffer;
}

export interface BoardDeps {
  readonly hooks: BrokerHooks;
  readonly clock: Clock;
  readonly counts: BrokerCounts;
  readonly log: QuietLog;
  /** Passes a publication on to the apps of the account. */
  fanOut(publication: Publication): void;
  /** Called once, at the end. */
  closed(reason: DisconnectReason): void;
}

const refused = 0x80;

/**
 * A board's session. A board has one subscription, `/<espid>/#` at QoS 0, from CONNACK on; what it publishes below it
 * comes back as its acknowledgement as soon as it is safe, and what it does anywhere else has no effect.
 */
export class BoardConnection implements PacketHandler {
  readonly connection: Connection;
  readonly session: BoardSession;
  readonly #deps: BoardDeps;
  readonly #acknowledgements: Acknowledgements;
  readonly #echoes: Echoes;
  readonly #ownTopics: string;
  #hasSubscribed = false;
  /** Boards use few topics and often the same one again: its text is read and checked once. */
  #lastTopic: Buffer = Buffer.alloc(0);
  #lastSubtopic = '';
  readonly #ignoredTopics: string[] = [];

  constructor(connection: Connection, session: BoardSession, deps: BoardDeps) {
    this.connection = connection;
    this.session = session;
    this.#deps = deps;
    this.#acknowledgements = new Acknowledgements(connection, deps.counts);
    this.#echoes = new Echoes(connection, (count) => {
      deps.counts.echoed += count;
    });
    this.#ownTopics = `/${session.espid}/`;
  }

  packet(packet: Packet): void {
    switch (packet.header >> 4) {
      case 3:
        this.#publish(packet);
        break;
      case 6:
        this.#acknowledgements.release(decodeMessageId(packet));
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
      case 1:
        throw new ProtocolError('a second CONNECT [MQTT-3.1.0-2]');
      default:
        throw new ProtocolError('an acknowledgement of nothing: boards are sent QoS 0 only');
    }
  }

  closed(reason: DisconnectReason): void {
    this.#deps.closed(reason);
  }

  #publish(packet: Packet): void {
    const publish = decodePublish(packet);
    const { qos, messageId } = publish;
    this.connection.countPublish(qos);
    if (qos === 2 && this.#acknowledgements.isRepeated(messageId)) return;
    const topic = packet.buffer.subarray(publish.topicStart, publish.topicEnd);
    const dropReason = this.#recognize(topic);
    let stored: Promise<void> | undefined;
    if (dropReason) countOne(this.#deps.counts.dropped, dropReason);
    else stored = this.#accept(packet, publish);
    if (qos !== 0) this.#acknowledgements.accept(qos, messageId, stored);
  }

  /** Sets `#lastSubtopic` to what the topic names, or describes why it names nothing of this board. */
  #recognize(topic: Buffer): DropReason | undefined {
    if (topic.equals(this.#lastTopic)) return topic.length === 0 ? 'empty_topic' : undefined;
    if (topic.length === 0) return 'empty_topic';
    const text = decodeText(topic);
    checkTopicName(text);
    const isOwn = text.startsWith(this.#ownTopics) && text.length > this.#ownTopics.length;
    if (!isOwn || !isWithinLimits(text)) {
      this.#logIgnored(topic);
      return isOwn ? 'topic_too_long' : 'outside_own_topics';
    }
    this.#lastTopic = Buffer.from(topic);
    this.#lastSubtopic = text.slice(this.#ownTopics.length);
    return undefined;
  }

  #logIgnored(topic: Buffer): void {
    const topicText = topic.subarray(0, maxTopicBytes).toString();
    if (this.#ignoredTopics.length >= maxIgnoredTopicsLogged || this.#ignoredTopics.includes(topicText)) return;
    this.#ignoredTopics.push(topicText);
    this.#deps.hooks.boardMessageIgnored(this.session, topicText);
  }

  #accept(packet: Packet, publish: Publish): Promise<void> | undefined {
    const { session } = this;
    const topic = this.#lastTopic;
    const payload = packet.buffer.subarray(publish.payloadStart, packet.end);
    const echo = publishQos0(topic, payload);
    // Of what apps may keep queued nothing points into the socket's chunk, which is much larger.
    const copy = echo.subarray(echo.length - payload.length);
    this.#deps.fanOut({ espid: session.espid, topic, payload: copy, qos: publish.qos, echo });
    const stored = this.#store(payload, publish.qos);
    this.#echoes.add(echo, stored);
    return stored;
  }

  /** Undefined: there is nothing to wait for. */
  #store(payload: Buffer, qos: 0 | 1 | 2): Promise<void> | undefined {
    const { hooks, clock, log } = this.#deps;
    const { session } = this;
    try {
      return (
        hooks.boardMessage(session, { subtopic: this.#lastSubtopic, payload, qos, receivedAt: clock.now() }) ??
        undefined
      );
    } catch (error) {
      log('error', 'A message of a board could not be handled.', { espid: session.espid, err: error });
      return Promise.reject(error);
    }
  }

  #subscribe(packet: Packet): void {
    const { messageId, requests } = decodeSubscribe(packet, maxFiltersOfBoard);
    for (const { filter } of requests) parseFilter(filter);
    const own = `${this.#ownTopics}#`;
    const codes = requests.map(({ filter }) => (filter === own ? 0 : refused));
    this.connection.send(suback(messageId, codes));
    if (!codes.includes(0)) return;
    const isFirst = !this.#hasSubscribed;
    this.#hasSubscribed = true;
    this.#deps.hooks.boardSubscribed(this.session, isFirst);
  }

  /** The subscription cannot be ended: without it a board takes its own echo for lost. */
  #unsubscribe(packet: Packet): void {
    const { messageId, filters } = decodeUnsubscribe(packet, maxFiltersOfBoard);
    for (const filter of filters) parseFilter(filter);
    this.connection.send(unsuback(messageId));
  }
}
