import { Suspense } from 'react';
import { lazy } from '../../../../lib/language/lazy.ts';
import { useOverlayOnDemand } from '../overlay-on-demand.ts';
import { ViewsButton, type ViewsControlProps } from './views-button.tsx';

const load = async () => ({ default: (await import('./views-menu.tsx')).ViewsMenu });
const ViewsMenu = lazy(load);

/** Groups and saved views of the list; the menu is fetched with the first press. */
export function ViewsControl(props: ViewsControlProps) {
  const { wanted, buttonProps } = useOverlayOnDemand(load);
  const button = <ViewsButton {...buttonProps} />;
  if (!wanted) return button;
  return (
    <Suspense fallback={button}>
      <ViewsMenu {...props} />
    </Suspense>
  );
}
