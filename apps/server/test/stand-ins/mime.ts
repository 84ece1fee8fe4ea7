/** A mail as a program shows it; header names are in lower case. */
export interface ParsedMail {
  readonly headers: ReadonlyMap<string, string>;
  readonly text: string;
  /** Empty when there is no such part. */
  readonly html: string;
  /** The bytes as they went over the wire. */
  readonly raw: string;
}

/** Reads a mail (RFC 5322) of one part, or of a text and an HTML part (RFC 2046, section 5.1.4). */
export function parseMail(raw: string): ParsedMail {
  const headers = parseHeaders(raw);
  const boundary = /boundary="([^"]+)"/.exec(headers.get('content-type') ?? '')?.[1];
  const parts = boundary === undefined ? [raw] : raw.split(`--${boundary}`).slice(1, -1).map(withoutFirstBreak);
  const body = (type: string) => {
    const part = parts.find((one) => (parseHeaders(one).get('content-type') ?? 'text/plain').startsWith(type));
    return part === undefined ? '' : decodeBody(part);
  };
  return { headers, text: body('text/plain'), html: body('text/html'), raw };
}

/** The head of a mail as it is, but for encoded-word headers, and its text: what most tests check. */
export function readableMail(raw: string): string {
  const head = raw.slice(0, raw.indexOf('\r\n\r\n')).replaceAll(/\r\n[ \t]+/g, ' ');
  return `${decodeEncodedText(head)}\r\n\r\n${parseMail(raw).text}`;
}

const withoutFirstBreak = (part: string): string => part.replace(/^\r\n/, '');

function parseHeaders(part: string): Map<string, string> {
  const head = part.slice(0, part.indexOf('\r\n\r\n')).replaceAll(/\r\n[ \t]+/g, ' ');
  const lines = head.split('\r\n').map((line) => /^([\w-]+): ?(.*)$/.exec(line));
  return new Map(
    lines.flatMap((line) => (line?.[1] ? [[line[1].toLowerCase(), decodeEncodedText(line[2] ?? '')]] : [])),
  );
}

function decodeBody(part: string): string {
  const body = part.slice(part.indexOf('\r\n\r\n') + 4);
  const encoding = parseHeaders(part).get('content-transfer-encoding') ?? '7bit';
  if (encoding === 'base64') return Buffer.from(body, 'base64').toString('utf8');
  return encoding === 'quoted-printable' ? decodeQuoted(body.replaceAll(/=\r?\n/g, '')) : body;
}

/** RFC 2045, section 6.7. */
const decodeQuoted = (text: string): string =>
  Buffer.from(
    text.replaceAll(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
    'latin1',
  ).toString('utf8');

/** RFC 2047. */
function decodeEncodedText(text: string): string {
  return text
    .replaceAll(/\?= +=\?/g, '?==?')
    .replaceAll(/=\?utf-8\?([bq])\?([^?]*)\?=/gi, (_, kind: string, word: string) =>
      kind.toLowerCase() === 'b'
        ? Buffer.from(word, 'base64').toString('utf8')
        : decodeQuoted(word.replaceAll('_', ' ')),
    );
}
