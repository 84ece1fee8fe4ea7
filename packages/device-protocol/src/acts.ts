const ioActPattern = /^([^,\0]{1,64}):act:(-?\d{1,10})$/s;
const eventActPattern = /^Event:([^:\0]{1,64}):([^\0]*)$/s;

/** Reads `pin:act:value`, a board's report of an output; null for anything else, such as a command of our own. */
export function parseIoAct(text: string): { pin: string; value: number } | null {
  const match = ioActPattern.exec(text);
  return match ? { pin: match[1] ?? '', value: Number(match[2]) } : null;
}

/** Reads `Event:name:value`; the value is the rest of the text and may hold colons. Null for anything else. */
export function parseEventAct(text: string): { name: string; value: string } | null {
  const match = eventActPattern.exec(text);
  return match ? { name: match[1] ?? '', value: match[2] ?? '' } : null;
}
