import { maxTopicBytes, maxTopicLevels } from '../limits.ts';
import { ProtocolError } from './protocol-error.ts';

/** A topic filter, split at its slashes. */
export type Filter = readonly string[];

/** Throws unless a client may publish there: a topic has characters and no wildcards [MQTT-3.3.2-2], [MQTT-4.7.3-1]. */
export function checkTopicName(topic: string): void {
  if (topic === '') throw new ProtocolError('an empty topic');
  if (topic.includes('#') || topic.includes('+')) throw new ProtocolError('a topic with a wildcard');
}

/**
 * Splits a filter; throws when it is empty [MQTT-4.7.3-1], and when a wildcard stands at a wrong place [MQTT-4.7.1-2], [MQTT-4.7.1-3].
 * Undefined: it is longer or deeper than what is worth matching, and was not looked at.
 */
export function parseFilter(text: string): Filter | undefined {
  if (text === '') throw new ProtocolError('an empty topic filter');
  if (!isWithinLimits(text)) return undefined;
  const levels = text.split('/');
  const last = levels.length - 1;
  levels.forEach((level, index) => {
    const isWildcard = level === '+' || (level === '#' && index === last);
    if (!isWildcard && /[#+]/.test(level)) throw new ProtocolError('a wildcard at a wrong place of a topic filter');
  });
  return levels;
}

/** Whether topic or filter stays within what is worth matching: 16 levels and 256 bytes. */
export function isWithinLimits(text: string): boolean {
  return Buffer.byteLength(text) <= maxTopicBytes && text.split('/', maxTopicLevels + 1).length <= maxTopicLevels;
}

/** Whether the filter covers the topic (4.7.1); the caller keeps topics and filters with `$` out. */
export function covers(filter: Filter, topicLevels: readonly string[]): boolean {
  for (let index = 0; index < filter.length; index += 1) {
    const level = filter[index];
    if (level === '#') return true;
    if (index >= topicLevels.length || (level !== '+' && level !== topicLevels[index])) return false;
    // [MQTT-4.7.1-2] "a/#" covers "a" too.
    if (index === topicLevels.length - 1 && index === filter.length - 2 && filter[index + 1] === '#') return true;
  }
  return filter.length === topicLevels.length;
}
