import { Suspense } from 'react';
import { lazy } from '../../../../lib/language/lazy.ts';
import { useOverlayOnDemand } from '../overlay-on-demand.ts';
import { GroupButton, type GroupControlProps } from './group-button.tsx';

const load = async () => ({ default: (await import('./group-menu.tsx')).GroupMenu });
const GroupMenu = lazy(load);

/** The button with what can be done with a group; its menu is fetched with the first press. */
export function GroupControl(props: GroupControlProps) {
  const { wanted, buttonProps } = useOverlayOnDemand(load);
  const button = <GroupButton {...buttonProps} section={props.section} />;
  if (!wanted) return button;
  return (
    <Suspense fallback={button}>
      <GroupMenu {...props} />
    </Suspense>
  );
}
