import { Suspense } from 'react';
import { lazy } from '../../../../lib/language/lazy.ts';
import { useOverlayOnDemand } from '../overlay-on-demand.ts';
import { FilterButton, type FilterControlProps } from './filter-button.tsx';

const load = async () => ({ default: (await import('./filter-popover.tsx')).FilterPopover });
const FilterPopover = lazy(load);

/** The button that opens the filter; the panel is fetched with the first press. */
export function FilterControl(props: FilterControlProps) {
  const { wanted, buttonProps } = useOverlayOnDemand(load);
  const button = <FilterButton {...buttonProps} query={props.query} />;
  if (!wanted) return button;
  return (
    <Suspense fallback={button}>
      <FilterPopover {...props} />
    </Suspense>
  );
}
