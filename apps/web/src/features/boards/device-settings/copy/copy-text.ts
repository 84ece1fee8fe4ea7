import type { CopiedPart, Device, DeviceVariable } from '@cyno/contract';

const displayKeys = ['label', 'unit', 'hue', 'decimals'] as const;

/** What a device has of each part. */
export type PartCounts = Record<CopiedPart, number>;

/** "3 outputs", "1 tag". */
export function partText(part: CopiedPart, count: number): string {
  if (part === 'variables') return `how ${count} ${count === 1 ? 'variable looks' : 'variables look'}`;
  if (part === 'retention') return `of ${count} ${count === 1 ? 'variable' : 'variables'}`;
  return `${count} ${count === 1 ? part.slice(0, -1) : part}`;
}

/** What of the chosen parts another device loses, as far as it is known here: looks and tags; null: nothing. */
export function overwrittenText(from: Device, to: Device, parts: ReadonlySet<CopiedPart>): string | null {
  const changed = parts.has('variables') ? to.variables.filter((own) => differs(own, from.variables)) : [];
  const lost = parts.has('tags') ? to.tags.filter((tag) => !from.tags.includes(tag)) : [];
  const phrases = [
    changed.length > 0 && `the look of ${changed.map(({ label }) => label).join(', ')}`,
    lost.length > 0 && `${lost.length === 1 ? 'the tag' : 'the tags'} ${lost.join(', ')}`,
  ].filter(Boolean);
  return phrases.length === 0 ? null : `Overwrites ${phrases.join(' and ')}`;
}

function differs(own: DeviceVariable, others: readonly DeviceVariable[]): boolean {
  const other = others.find(({ key }) => key === own.key);
  if (other === undefined) return false;
  const range = ({ range: span }: DeviceVariable) => `${span?.min} ${span?.max}`;
  return displayKeys.some((part) => own[part] !== other[part]) || range(own) !== range(other);
}
