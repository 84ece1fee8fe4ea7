/** MQTT 3.1.1 allows 256 MB; a board sends at most 512 bytes and telemetry at most 4 KB. Bytes of one packet, in bytes. */
export const maxInboundPacketBytes = 16 * 1024;

/** Deep topics have crashed matchers (GHSA-xxqp-5qx8-gj5q); those of boards have three levels. */
export const maxTopicLevels = 16;
export const maxTopicBytes = 256;
export const maxClientIdBytes = 256;

/** Sockets that did not log in yet; above it the oldest is closed, since an honest board needs far less than 10 s. */
export const maxHalfOpenSockets = 10_000;
/** A handshake takes about a millisecond; more of them at once would make the boards behind them wait for CONNACK over 1 s. */
export const maxHandshakesPerTurn = 32;

/** Boards block in their sketches for seconds, so the standard's 1.5 × keep-alive (15 s) would cut live ones off. */
export const minIdleLimitMs = 25_000;
/** How often connections are looked at; what is limited in time ends late by this at most. */
export const sweepMs = 500;
/** From the TCP connection to the answer of CONNECT, the TLS handshake included: just under 10 s. */
export const loginLimitSweeps = 19;

/** A peer that does not read is cut off above this, or when its backlog has not been empty for this long. */
export const maxBufferedBytes = 1024 * 1024;
export const maxBacklogMs = 10_000;

/** The library sends 2.5 publications a second at most; above this the socket is not read until the second is over. */
export const maxPacketsPerSecond = 5_000;
/** Publications of a connection that wait for their acknowledgement; above it the socket is not read. */
export const maxUnacknowledged = 1_000;
/** QoS 2 ids that a client opened and did not release; above it the client is cut off (MQTT 3.1.1 has no flow control). */
export const maxOpenExactlyOnce = 100;

/** Each message of a board visits all apps of its account. */
export const maxAppsPerAccount = 20;
export const maxSubscriptionsPerApp = 50;
/** QoS 1 and 2 messages to an app that it has not acknowledged, and those that wait behind them; then the oldest is dropped. */
export const maxInFlightPerApp = 100;
export const maxQueuedPerApp = 1_000;
