/** A number with its name; columns without names are called by their place. */
export type NamedNumber = readonly [name: string, value: number];

const number = String.raw`[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?`;
/** `temp:26.5`, `humid = 70 %`, `"temp":26.5`; no times of day, no hexadecimal numbers, no addresses. */
const pairs = new RegExp(String.raw`"?([A-Za-z_][\w.-]{0,31})"?\s*[:=]\s*(${number})(?![\w:.]*[\dx:])`, 'g');
const columns = new RegExp(String.raw`^\s*${number}(?:[\s,;]+${number})*\s*$`);

/** The numbers of a line: named pairs, or nothing but columns. */
export function readNumbers(line: string): NamedNumber[] {
  if (columns.test(line)) {
    return line
      .trim()
      .split(/[\s,;]+/)
      .map((text, index) => [String(index + 1), Number(text)]);
  }
  return [...line.matchAll(pairs)].map(([, name = '', value]) => [name, Number(value)]);
}
