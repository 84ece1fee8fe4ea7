import type { DeviceLogKind, DeviceLogLine } from '@cyno/contract';

const maxTextLength = 512;

/** A line of a device's event log that is not written yet. */
export interface Line {
  deviceId: number;
  at: number;
  kind: DeviceLogKind;
  text: string;
  raw: string | null;
  run: DeviceLogLine['run'];
}

/** PostgreSQL's text has no NUL; other control characters stay, since the console shows text and never markup. */
export function printable(text: string): string {
  return text.replaceAll('\u0000', '\ufffd').slice(0, maxTextLength);
}

/** Printable ASCII as it is, every other byte as `\\xNN`, so that nothing of a malformed message is lost to the eye. */
export function escaped(bytes: Buffer): string {
  let text = '';
  for (const byte of bytes.subarray(0, maxTextLength)) {
    const printed = byte >= 0x20 && byte < 0x7f && byte !== 0x5c;
    text += printed ? String.fromCharCode(byte) : `\\x${byte.toString(16).padStart(2, '0')}`;
  }
  return text.slice(0, maxTextLength);
}
