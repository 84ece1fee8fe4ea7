import { parseInfo, parseTelemetry } from '@cyno/device-protocol';
import type { BoardMessage } from '../../../../platform/broker/index.ts';

/**
 * What firmware publishes besides telemetry and `info`, whatever its payload (protocol 2.1); 1.0.2 and 1.0.3 report on `io` and `event`.
 */
const subtopics: ReadonlySet<string> = new Set([
  ...['template/name', 'get/init', 'gettimestamps', 'debug', 'ota/status'],
  ...['ioact', 'eventact', 'io', 'event'],
]);

/** Whether a board sends such a thing: a sketch does within seconds, and who only makes ids up does not. */
export function isSpeech({ subtopic, payload }: Pick<BoardMessage, 'subtopic' | 'payload'>): boolean {
  if (subtopics.has(subtopic)) return true;
  if (subtopic === 'info') return Object.values(parseInfo(payload.toString('utf8'))).some((fact) => fact !== null);
  return subtopic === 'data/update' && Object.keys(parseTelemetry(payload).values).length > 0;
}
