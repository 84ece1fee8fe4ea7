/** What one WebSocket may send. A browser sends hello with a token, and then which devices it shows. */
export const socketLimits = {
  maxFrameBytes: 16 * 1024,
  maxFrameBytesBeforeHello: 1024,
  /** Of a message that comes in parts. */
  maxFragments: 16,
  helloWithinMs: 5_000,
  /** Pings and pongs count as well. */
  messagesPerSecond: 20,
  /** How long the other side may take to close what was closed here. */
  closeWithinMs: 1_000,
  maxBytesAfterClose: 64 * 1024,
  /** Who used everything as fast as it came for so long is sent away. */
  overWithinMs: 10_000,
} as const;

/** Sockets whose other side has not authenticated. */
export const unprovedLimits = { ofNetwork: 50, inAll: 1_000 } as const;

/** What the messages of one socket may cost. */
export const workOfSocket = { bytesPerSecond: 4 * 1024, burstBytes: 128 * 1024, msPerSecond: 20, burstMs: 200 };
/** Of all sockets of an account, or of a network before they authenticate. */
export const workOfKey = { bytesPerSecond: 64 * 1024, burstBytes: 1024 * 1024, msPerSecond: 50, burstMs: 500 };
