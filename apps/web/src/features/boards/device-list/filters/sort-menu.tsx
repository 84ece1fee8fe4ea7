import { useRef } from 'react';
import { Menu, type MenuEntry } from '../../../../ui/overlays/menu.tsx';
import type { DeviceColumn } from '../device-columns.ts';
import { ownOrder, startsDescending } from '../list-query.ts';
import { useOpenAtOnce } from '../overlay-on-demand.ts';
import { SortButton, type SortControlProps } from './sort-button.tsx';

const fixedChoices = ['name', 'lastSeen', 'status'];
const maxValues = 8;

/** The sort button with its menu, open from the start: by what, and which end comes first. */
export function SortMenu({ columns, sort, onChange }: SortControlProps) {
  const buttonRef = useRef<HTMLButtonElement>(null);
  const [isOpen, setOpen] = useOpenAtOnce(buttonRef);
  const offered = [
    ...columns.filter((column) => fixedChoices.includes(column.id)),
    ...columns.filter((column) => column.id.startsWith('value:') && column.kind !== 'text').slice(0, maxValues),
  ];
  const current = columns.find((column) => column.id === sort.column);
  const choices = offered.map(
    (column): MenuEntry => ({
      id: column.id,
      label: column.label,
      checked: column.id === sort.column,
      onAction: () => onChange({ column: column.id, descending: startsDescending(column) }),
    }),
  );
  const entries: MenuEntry[] = [
    { id: ownOrder.column, label: 'My order', checked: current === undefined, onAction: () => onChange(ownOrder) },
    ...choices.slice(0, fixedChoices.length),
    'separator',
    ...choices.slice(fixedChoices.length),
  ];
  if (current !== undefined) {
    const ends = [startsDescending(current), !startsDescending(current)].map(
      (descending): MenuEntry => ({
        id: `descending ${descending}`,
        label: endText(current, descending),
        checked: sort.descending === descending,
        onAction: () => onChange({ ...sort, descending }),
      }),
    );
    entries.push('separator', ...ends);
  }
  return (
    <Menu
      label="Sort by"
      placement="bottom start"
      entries={entries}
      isOpen={isOpen}
      onOpenChange={setOpen}
      trigger={<SortButton ref={buttonRef} columns={columns} sort={sort} />}
    />
  );
}

function endText(column: DeviceColumn, descending: boolean): string {
  switch (column.kind) {
    case 'date':
      return descending ? 'Newest first' : 'Oldest first';
    case 'number':
      return descending ? 'Highest first' : 'Lowest first';
    case 'choice':
      return `${column.choices.toSorted().at(descending ? -1 : 0)} first`;
    case 'text':
      return descending ? 'Z to A' : 'A to Z';
  }
}
