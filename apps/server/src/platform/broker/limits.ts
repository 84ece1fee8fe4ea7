import type { WorkLimits } from '../work-budget/index.ts';

/** MQTT 3.1.1 allows 256 MB; a board sends at most 512 bytes and telemetry at most 4 KB. Bytes of one packet, in bytes. */
export const maxInboundPacketBytes = 16 * 1024;

/** Deep topics have crashed matchers (GHSA-xxqp-5qx8-gj5q); those of boards have three levels. */
export const maxTopicLevels = 16;
export const maxTopicBytes = 256;
export const maxClientIdBytes = 256;

/** Sockets that did not log in yet; above it the oldest of the network that has most of them is closed. */
export const maxHalfOpenSockets = 10_000;
/** TLS handshakes, of about a millisecond each, that one network begins before it is another's turn. */
export const maxHandshakesPerTurn = 4;
/** What the server usually has to do until a board is logged in, ms. */
export const loginMs = { plain: 0.5, encrypted: 2 };
/** What the logins of one network may cost: 5,000 encrypted ones at once, when the power comes back, and then 150 a second. */
export const connectingLimits: WorkLimits = {
  // Their bytes are counted by their connections.
  bytesPerSecond: 1,
  burstBytes: 1,
  msPerSecond: 300,
  burstMs: 10_000,
};

/** Boards block in their sketches for seconds, so the standard's 1.5 × keep-alive (15 s) would cut live ones off. */
export const minIdleLimitMs = 25_000;
/** Also with keep-alive 0 a packet that was begun must be whole after this time. */
export const partialPacketLimitMs = 25_000;
/** How often connections are looked at; what is limited in time ends late by this at most. */
export const sweepMs = 500;
/** When a sweep comes later than this, the process or the machine stood still: meanwhile nobody was heard. */
export const maxSweepDelayMs = 1_000;
/** From the TCP connection to the response of CONNECT, the TLS handshake included; together with `sweepMs` it is 10 s. */
export const loginLimitMs = 9_500;
/** Until a proxy has named its client. */
export const proxyHeaderMs = 3_000;

/** A peer that does not read is cut off above this, or when its backlog has not been empty for this long. */
export const maxBufferedBytes = 1024 * 1024;
export const maxBacklogMs = 10_000;

/**
 * What one connection may cost: about 5,000 small packets a second that come together, or a quarter of the event loop. The library sends 2.5 publications a
 * second at most. Above it the socket is not read.
 */
export const connectionLimits: WorkLimits = {
  bytesPerSecond: 2_000_000,
  burstBytes: 4_000_000,
  msPerSecond: 250,
  burstMs: 1_000,
};
/** Counted besides the bytes for each packet, whatever its type, and for each piece in which they come. */
export const packetOverheadBytes = 400;
/** A connection that uses everything as fast as it comes is cut off after this time. */
export const maxOverBudgetMs = 10_000;
/** What an account, or a network before login, is served at once; above it, it has one piece of work in each turn of the event loop. */
export const shareLimits: WorkLimits = {
  bytesPerSecond: 2_000_000,
  burstBytes: 1_000_000,
  msPerSecond: 200,
  burstMs: 20,
};
/** How long packets are read before others have their turn, in milliseconds; the packet that is being handled is finished. */
export const maxPieceMs = 5;
/** Bytes that wait for their turn; above it the socket is not read. */
export const maxUnhandledBytes = 64 * 1024;

/** Filters of one SUBSCRIBE or UNSUBSCRIBE: a board needs one, an app has 50 subscriptions. */
export const maxFiltersOfBoard = 8;
export const maxFiltersOfApp = 50;
/** PUBREL for ids that are not open, in a row: what a client may repeat after it came back, since it had no more open. */
export const maxUnknownReleases = 100;
/** Foreign topics that are logged once a connection of a board. */
export const maxIgnoredTopicsLogged = 16;

/** Publications of a connection that wait for their acknowledgement; above it the socket is not read. */
export const maxUnacknowledged = 1_000;
/** Echoes of a board that wait until what they repeat is stored, and their bytes; above either the socket is not read. */
export const maxWaitingEchoes = 1_000;
export const maxWaitingEchoBytes = 256 * 1024;
/** QoS 2 ids that a client opened and did not release; above it the client is cut off (MQTT 3.1.1 has no flow control). */
export const maxOpenExactlyOnce = 100;

/** Each message of a board visits all apps of its account. */
export const maxAppsPerAccount = 20;
export const maxSubscriptionsPerApp = 50;
/** QoS 1 and 2 messages to an app that it has not acknowledged, those that wait behind them, and their bytes; then the oldest is dropped. */
export const maxInFlightPerApp = 100;
export const maxQueuedPerApp = 1_000;
export const maxQueuedBytesPerApp = 512 * 1024;
