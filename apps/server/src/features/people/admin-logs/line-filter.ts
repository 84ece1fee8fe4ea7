import { type LogFilter, logLevels } from '@cyno/contract';
import type { LineIndex } from './line-index.ts';
import type { LogBlock } from './log-block.ts';

/** Decides which lines are found, and which blocks need not be read to know. */
export interface LineFilter {
  mayHold(block: LogBlock): boolean;
  /** For all text of a block at once: false spares looking at its lines. */
  mayMatch(text: string): boolean;
  matches(line: string): boolean;
}

interface Entry {
  readonly level?: unknown;
  readonly time?: unknown;
  readonly part?: unknown;
  readonly msg?: unknown;
  readonly reqId?: unknown;
}

/** Makes a filter for the lines of an index. */
export function lineFilter(filter: LogFilter, index: LineIndex): LineFilter {
  const { text, source, request, since = Number.NEGATIVE_INFINITY, until = Number.POSITIVE_INFINITY } = filter;
  const least = filter.level === undefined ? 0 : logLevels.indexOf(filter.level) + 1;
  const needle = text?.toLowerCase() ?? '';
  const written = asWritten(needle);
  const plainRequest = request === undefined ? '' : asWritten(request);
  const needsEntry = least > 0 || source !== undefined || request !== undefined || isTimed(filter);

  const entryMatches = (entry: Entry): boolean =>
    Number(entry.level) >= least * 10 &&
    (source === undefined || entry.part === source) &&
    (request === undefined || entry.reqId === request) &&
    (!isTimed(filter) || (Number(entry.time) >= since && Number(entry.time) <= until));

  return {
    mayHold: (block) =>
      block.levels >> least !== 0 &&
      (source === undefined || (block.sources & index.sourceBit(source)) !== 0) &&
      (!isTimed(filter) || (block.until >= since && block.since <= until)),
    mayMatch: (all) => all.includes(plainRequest) && (needle === '' || all.toLowerCase().includes(written)),
    matches(line) {
      if (needle !== '' && !line.toLowerCase().includes(written)) return false;
      if (!line.includes(plainRequest)) return false;
      if (least > 0 && line.startsWith('{"level":') && Number(line.slice(9, 11)) < least * 10) return false;
      if (!needsEntry && needle === '') return true;
      const entry = parseEntry(line);
      if (!entry) return !needsEntry;
      return entryMatches(entry) && (needle === '' || shows(entry, needle, written));
    },
  };
}

const isTimed = (filter: LogFilter): boolean => filter.since !== undefined || filter.until !== undefined;

/** As the text stands in JSON. */
const asWritten = (text: string): string => JSON.stringify(text).slice(1, -1);

/** Undefined for a line that another program wrote, or that was torn. */
function parseEntry(line: string): Entry | undefined {
  if (!line.startsWith('{')) return undefined;
  try {
    return JSON.parse(line) as Entry;
  } catch {
    return undefined;
  }
}

/** The names of the fields that every line has are not what somebody searches for. */
function shows({ level: _, time: __, part, msg, ...rest }: Entry, needle: string, written: string): boolean {
  const has = (text: unknown) => typeof text === 'string' && text.toLowerCase().includes(needle);
  return has(msg) || has(part) || JSON.stringify(rest).toLowerCase().includes(written);
}
