import type { CopiedPart, Device, DeviceVariable } from '@cyno/contract';
import { plural, t } from '@lingui/core/macro';
import { formatList } from '../../../../lib/format/format-list.ts';

const displayKeys = ['label', 'unit', 'hue', 'decimals'] as const;

/** What a device has of each part. */
export type PartCounts = Record<CopiedPart, number>;

/** "3 outputs", "1 tag". */
export function partText(part: CopiedPart, count: number): string {
  switch (part) {
    case 'variables':
      return plural(count, { one: 'Appearance of # variable', other: 'Appearance of # variables' });
    case 'outputs':
      return plural(count, { one: '# output', other: '# outputs' });
    case 'events':
      return plural(count, { one: '# event', other: '# events' });
    case 'tags':
      return plural(count, { one: '# tag', other: '# tags' });
    case 'calibrations':
      return plural(count, { one: '# calibration', other: '# calibrations' });
    case 'retention':
      return plural(count, { one: '# variable', other: '# variables' });
  }
}

/** What of the chosen parts another device loses, as far as it is known here: appearance and tags; null: nothing. */
export function overwrittenText(from: Device, to: Device, parts: ReadonlySet<CopiedPart>): string | null {
  const changed = parts.has('variables') ? to.variables.filter((own) => differs(own, from.variables)) : [];
  const lost = parts.has('tags') ? to.tags.filter((tag) => !from.tags.includes(tag)) : [];
  const variables = formatList(changed.map(({ label }) => label));
  const tags = formatList(lost);
  if (changed.length === 0 && lost.length === 0) return null;
  if (changed.length === 0) return t`Replaces tags: ${tags}`;
  if (lost.length === 0) return t`Replaces appearance: ${variables}`;
  return t`Replaces appearance: ${variables}; tags: ${tags}`;
}

function differs(own: DeviceVariable, others: readonly DeviceVariable[]): boolean {
  const other = others.find(({ key }) => key === own.key);
  if (other === undefined) return false;
  const range = ({ range: span }: DeviceVariable) => `${span?.min} ${span?.max}`;
  return displayKeys.some((part) => own[part] !== other[part]) || range(own) !== range(other);
}
