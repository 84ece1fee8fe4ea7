import { t } from '@lingui/core/macro';
import { useRef } from 'react';
import { Popover } from '../../../../ui/overlays/popover.tsx';
import { useOpenAtOnce } from '../overlay-on-demand.ts';
import { FilterButton, type FilterControlProps } from './filter-button.tsx';
import { FilterPanel } from './filter-panel.tsx';

/** The filter's button with its panel, open from the start. */
export function FilterPopover({ query, onChange, columns, result }: FilterControlProps) {
  const buttonRef = useRef<HTMLButtonElement>(null);
  const [isOpen, setOpen] = useOpenAtOnce(buttonRef);
  return (
    <Popover
      label={t`Filter`}
      placement="bottom start"
      isOpen={isOpen}
      onOpenChange={setOpen}
      trigger={<FilterButton ref={buttonRef} query={query} />}
    >
      <FilterPanel columns={columns} rules={query.rules} onChange={(rules) => onChange({ rules })} result={result} />
    </Popover>
  );
}
