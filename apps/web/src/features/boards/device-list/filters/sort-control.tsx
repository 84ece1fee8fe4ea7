import { Suspense } from 'react';
import { lazy } from '../../../../lib/language/lazy.ts';
import { useOverlayOnDemand } from '../overlay-on-demand.ts';
import { SortButton, type SortControlProps } from './sort-button.tsx';

const load = async () => ({ default: (await import('./sort-menu.tsx')).SortMenu });
const SortMenu = lazy(load);

/** The button that shows what the list is sorted by; its menu is fetched with the first press. */
export function SortControl(props: SortControlProps) {
  const { wanted, buttonProps } = useOverlayOnDemand(load);
  const button = <SortButton {...buttonProps} columns={props.columns} sort={props.sort} />;
  if (!wanted) return button;
  return (
    <Suspense fallback={button}>
      <SortMenu {...props} />
    </Suspense>
  );
}
