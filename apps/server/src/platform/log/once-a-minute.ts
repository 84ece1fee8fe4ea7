import type { Logger } from 'pino';

const periodMs = 60_000;
/** Above it everything is forgotten: strangers choose the keys. */
const maxKeys = 5_000;

/** Writes a warning of one kind about one account or address once a minute, however often it happens. */
export type OnceAMinute = (key: string, message: string, details: object) => void;

/** Counts lines by their message, which must be a fixed text, and by `key`. */
export function createOnceAMinute(log: Pick<Logger, 'warn'>): OnceAMinute {
  const written = new Map<string, number>();
  return (key, message, details) => {
    const now = performance.now();
    const kind = `${message} ${key}`;
    if (now - (written.get(kind) ?? Number.NEGATIVE_INFINITY) < periodMs) return;
    if (written.size >= maxKeys) written.clear();
    written.set(kind, now);
    log.warn(details, message);
  };
}
