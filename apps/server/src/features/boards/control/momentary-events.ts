import { kits } from '../sketches/index.ts';
import type { EventRow } from './control.repository.ts';

const keyOf = (template: string | null, name: string) => `${template} ${name}`;
const momentaryOfKits = new Set(
  kits.flatMap(({ template, events = [] }) =>
    template ? events.filter(({ momentary }) => momentary).map(({ name }) => keyOf(template.name, name)) : [],
  ),
);

/** Whether an event is sent once and never restored: as its owner chose, else as a button or as the kit of the board's template has it. */
export const isMomentary = (
  { name, widget, momentary }: Pick<EventRow, 'name' | 'widget' | 'momentary'>,
  template: string | null,
): boolean => momentary ?? (widget === 'button' || momentaryOfKits.has(keyOf(template, name)));
