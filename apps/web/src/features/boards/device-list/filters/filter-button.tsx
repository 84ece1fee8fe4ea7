import { plural, t } from '@lingui/core/macro';
import { IconFilter } from '@tabler/icons-react';
import type { ComponentProps } from 'react';
import { Button } from '../../../../ui/buttons/button.tsx';
import type { DeviceColumn } from '../device-columns.ts';
import { activeRules, type ListQuery } from '../list-query.ts';

export type FilterControlProps = {
  query: ListQuery;
  onChange: (change: Partial<ListQuery>) => void;
  columns: readonly DeviceColumn[];
  /** "3 of 12 devices". */
  result: string;
};

/** The filter's button shows how many conditions hold. */
export function FilterButton({ query, ...button }: ComponentProps<typeof Button> & { query: ListQuery }) {
  const count = activeRules(query).length;
  return (
    <Button {...button} icon={IconFilter}>
      {t`Filter`}
      {count > 0 && (
        <span className="button-count">
          <span aria-hidden="true">{count}</span>
          <span className="sr-only">{plural(count, { one: '# condition', other: '# conditions' })}</span>
        </span>
      )}
    </Button>
  );
}
