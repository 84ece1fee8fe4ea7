const outputActionPattern = /^([^,\0]{1,64}):act:(-?\d{1,10})$/s;
const eventActionPattern = /^Event:([^:\0]{1,64}):([^\0]*)$/s;

/** Reads `pin:act:value`, a board's report of an output; null for anything else, such as a command of our own. */
export function parseOutputAction(text: string): { pin: string; value: number } | null {
  const match = outputActionPattern.exec(text);
  return match ? { pin: match[1] ?? '', value: Number(match[2]) } : null;
}

/** Reads `Event:name:value`; the value is the rest of the text and may hold colons. Null for anything else. */
export function parseEventAction(text: string): { name: string; value: string } | null {
  const match = eventActionPattern.exec(text);
  return match ? { name: match[1] ?? '', value: match[2] ?? '' } : null;
}
