import type { LogLine } from '@cyno/contract';
import { displaySettings } from '../../../lib/format/display-settings.ts';

export type EntryLevel = 'trace' | 'debug' | 'info' | 'warn' | 'error' | 'fatal' | 'text';

/** A line of the log for the eye. */
export type LogEntry = {
  line: number;
  cut: boolean;
  level: EntryLevel;
  /** ms since the epoch; null for a line that another program wrote. */
  time: number | null;
  /** The part of the server that wrote it. */
  source: string;
  message: string;
  /** What distinguishes this line from others of its kind: addresses, ids, times. */
  remark: string;
  request: string | null;
  /** Everything else that it contains. */
  fields: Record<string, unknown>;
  /** As it stands in the file. */
  text: string;
};

const levels: Record<number, EntryLevel> = {
  10: 'trace',
  20: 'debug',
  30: 'info',
  40: 'warn',
  50: 'error',
  60: 'fatal',
};

/** Reads a line; one that is no entry of the server's is shown as it stands. */
export function readEntry({ line, text, cut }: LogLine): LogEntry {
  const object = parseObject(text);
  const level = levels[Number(object?.level)];
  if (!object || level === undefined) {
    return {
      line,
      cut,
      level: 'text',
      time: null,
      source: '',
      message: text,
      remark: '',
      request: null,
      fields: {},
      text,
    };
  }
  const { level: _, time, part, msg, reqId, ...fields } = object;
  return {
    line,
    cut,
    level,
    time: typeof time === 'number' ? time : null,
    source: typeof part === 'string' ? part : '',
    message: typeof msg === 'string' ? msg : '',
    remark: remarkOf(fields, String(msg).startsWith('A request')),
    request: typeof reqId === 'string' ? reqId : null,
    fields,
    text,
  };
}

function parseObject(text: string): Record<string, unknown> | undefined {
  if (!text.startsWith('{')) return undefined;
  try {
    return JSON.parse(text) as Record<string, unknown>;
  } catch {
    return undefined;
  }
}

const leadingFields = ['espid', 'account', 'to', 'job', 'code', 'ip', 'reason', 'problem', 'database'];

/** `namesRoute`: the message itself does not name the request. */
function remarkOf(fields: Record<string, unknown>, namesRoute: boolean): string {
  const { ms, err, suppressed, request, status } = fields;
  const leading = leadingFields
    .map((name) => fields[name])
    .filter((value) => ['string', 'number'].includes(typeof value));
  const parts = [
    namesRoute && [request, status].filter(Boolean).join(' '),
    ...leading,
    typeof ms === 'number' && `${ms} ms`,
    typeof suppressed === 'number' && `${suppressed} lines left out`,
    isObject(err) && err.message,
  ];
  return parts.filter(Boolean).join(' ').slice(0, 500);
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

/** The fields below an entry, each with the text that is shown; what is nested is written as JSON, a stack as it is. */
export function detailsOf({ fields }: LogEntry): [name: string, text: string][] {
  return Object.entries(fields).flatMap(([name, value]): [string, string][] => {
    if (name === 'err' && isObject(value)) {
      const { stack, message, type, ...rest } = value;
      const more = Object.entries(rest).map(([key, of]): [string, string] => [`error ${key}`, asText(of)]);
      return [['error', asText(stack ?? `${type}: ${message}`)], ...more];
    }
    return [[name, asText(value)]];
  });
}

const asText = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value, null, 2));

let clock: { zone: string | undefined; format: Intl.DateTimeFormat } | undefined;

/** The time of day in the profile's zone, with milliseconds: `14:20:02.114`. */
export function formatLogTime(at: number): string {
  const zone = displaySettings().timeZone;
  if (clock?.zone !== zone || clock === undefined) {
    const format = new Intl.DateTimeFormat('en-US', {
      timeZone: zone,
      hourCycle: 'h23',
      hour: '2-digit',
      minute: '2-digit',
      second: '2-digit',
      fractionalSecondDigits: 3,
    });
    clock = { zone, format };
  }
  return clock.format.format(at);
}

/** Cuts a text at every place where the searched text stands, without regard to case: every second piece is one of them. */
export function splitAtMatches(text: string, query: string): string[] {
  const wanted = query.trim();
  if (wanted === '') return [text];
  return text.split(new RegExp(`(${wanted.replaceAll(/[\\^$.*+?()[\]{}|]/g, '\\$&')})`, 'gi'));
}
