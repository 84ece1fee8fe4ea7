import type { SketchKit } from '@cyno/contract';
import { t } from '@lingui/core/macro';

const groupLabels = (): Record<SketchKit['group'], string> => ({
  power: t`Power`,
  climate: t`Climate`,
  air: t`Air`,
  farm: t`Farm`,
  basics: t`Basics`,
});
const groupOrder = ['power', 'climate', 'air', 'farm', 'basics'] as const;

/** The kits in which each typed word stands somewhere: in name, summary, sensor, keys, labels, units or events. */
export function findKits(kits: readonly SketchKit[], search: string): SketchKit[] {
  const labels = groupLabels();
  const terms = search.toLowerCase().split(/\s+/).filter(Boolean);
  return kits.filter((kit) => {
    const text = [
      kit.name,
      kit.summary,
      kit.sensor,
      kit.group,
      labels[kit.group],
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
  const labels = groupLabels();
  return groupOrder
    .map((group) => ({ group, label: labels[group], kits: kits.filter((kit) => kit.group === group) }))
    .filter((each) => each.kits.length > 0);
}
