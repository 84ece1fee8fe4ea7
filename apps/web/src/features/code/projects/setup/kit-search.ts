import type { SketchKit } from '@cyno/contract';

const groupLabels: Record<SketchKit['group'], string> = {
  power: 'Power',
  climate: 'Climate',
  air: 'Air',
  farm: 'Farm',
  basics: 'Basics',
};
const groupOrder = ['power', 'climate', 'air', 'farm', 'basics'] as const;

/** The kits in which each typed word stands somewhere: in name, summary, sensor, keys, labels, units or events. */
export function findKits(kits: readonly SketchKit[], search: string): SketchKit[] {
  const terms = search.toLowerCase().split(/\s+/).filter(Boolean);
  return kits.filter((kit) => {
    const text = [
      kit.name,
      kit.summary,
      kit.sensor,
      kit.group,
      ...kit.variables.flatMap(({ key, label, unit }) => [key, label, unit]),
      ...kit.events.flatMap(({ name, label }) => [name, label]),
    ]
      .join('\n')
      .toLowerCase();
    return terms.every((word) => text.includes(word));
  });
}

/** The groups that have kits, in the order of the list. */
export function groupKits(kits: readonly SketchKit[]) {
  return groupOrder
    .map((group) => ({ group, label: groupLabels[group], kits: kits.filter((kit) => kit.group === group) }))
    .filter((each) => each.kits.length > 0);
}
