import { Suspense } from 'react';
import { lazy } from '../../../../lib/language/lazy.ts';
import { useOverlayOnDemand } from '../overlay-on-demand.ts';
import { ColumnButton, type ColumnControlProps } from './column-button.tsx';

const load = async () => ({ default: (await import('./column-menu.tsx')).ColumnMenu });
const ColumnMenu = lazy(load);

/** Which columns the table shows; the list of them is fetched with the first press. */
export function ColumnControl(props: ColumnControlProps) {
  const { wanted, buttonProps } = useOverlayOnDemand(load);
  const button = <ColumnButton {...buttonProps} />;
  if (!wanted) return button;
  return (
    <Suspense fallback={button}>
      <ColumnMenu {...props} />
    </Suspense>
  );
}
