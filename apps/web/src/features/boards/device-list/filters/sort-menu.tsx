import { t } from '@lingui/core/macro';
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
    { id: ownOrder.column, label: t`My order`, checked: current === undefined, onAction: () => onChange(ownOrder) },
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
      label={t`Sort by`}
      placement="bottom start"
      entries={entries}
      isOpen={isOpen}
      onOpenChange={setOpen}
      trigger={<SortButton ref={buttonRef} columns={columns} sort={sort} />}
    />
  );
}

const firstChoice = ({ choices }: DeviceColumn, descending: boolean): string =>
  choices.toSorted((a, b) => a.id.localeCompare(b.id)).at(descending ? -1 : 0)?.label ?? '';

function endText(column: DeviceColumn, descending: boolean): string {
  switch (column.kind) {
    case 'date':
      return descending ? t`Newest first` : t`Oldest first`;
    case 'number':
      return descending ? t`Highest first` : t`Lowest first`;
    case 'choice':
      return t`${{ choice: firstChoice(column, descending) }} first`;
    case 'text':
      return descending ? t`Z to A` : t`A to Z`;
  }
}
