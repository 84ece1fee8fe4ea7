/** A colour as a board sends it, `#rrggbb` or `r;g;b`, as `#rrggbb`; null when it is none. */
export function colourOf(text: string | null): string | null {
  const plain = text?.trim() ?? '';
  if (/^#[0-9a-f]{6}$/i.test(plain)) return plain.toLowerCase();
  const parts = plain.split(/[;, ]+/).map(Number);
  if (parts.length !== 3 || plain === '' || parts.some((part) => !Number.isInteger(part) || part < 0 || part > 255))
    return null;
  return `#${parts.map((part) => part.toString(16).padStart(2, '0')).join('')}`;
}

/** A colour `#rrggbb` as an event sends it: a comma would end the value. */
export function colourText(colour: string, format: 'hex' | 'rgb'): string {
  if (format === 'hex') return colour;
  return [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16)).join(';');
}
