import { t } from '@lingui/core/macro';
import { IconArrowsSort } from '@tabler/icons-react';
import type { ComponentProps } from 'react';
import { Button } from '../../../../ui/buttons/button.tsx';
import type { DeviceColumn } from '../device-columns.ts';
import type { ListSort } from '../list-query.ts';

export type SortControlProps = {
  columns: readonly DeviceColumn[];
  sort: ListSort;
  onChange: (sort: ListSort) => void;
};

type SortButtonProps = ComponentProps<typeof Button> & Pick<SortControlProps, 'columns' | 'sort'>;

/** The sort button shows what the list is sorted by. */
export function SortButton({ columns, sort, ...button }: SortButtonProps) {
  return (
    <Button {...button} icon={IconArrowsSort}>
      <span className="sr-only">{t`Sorted by:`}</span>
      {columns.find((column) => column.id === sort.column)?.label ?? t`My order`}
    </Button>
  );
}
