import { parseJson } from '../parse-json.mjs';

const levelNames = { 40: 'warning', 50: 'error', 60: 'fatal' };

/**
 * A line of a program as a developer reads it: entries of the log in JSON become a sentence with the stack of their error, and those below
 * a warning, which are in the log file too, undefined.
 */
export function readableLine(line) {
  const entry = parseJson(line);
  if (typeof entry?.level !== 'number') return line;
  if (entry.level < 40) return undefined;
  const { msg = '', database, err } = entry;
  // Of a query that failed only the database names the reason.
  const sentence = database ? `${msg}: ${database}` : msg;
  return [`${levelNames[entry.level] ?? 'error'}: ${sentence}`, ...(err ? [err.stack ?? err.message] : [])].join('\n');
}
