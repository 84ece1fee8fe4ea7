import type { AccountDashboard } from '@cyno/contract';
import type { ReactNode } from 'react';
import { ButtonLink } from '../../../ui/buttons/button-link.tsx';
import { EmptyState } from '../../../ui/cards/states.tsx';
import { FormNote } from '../../../ui/status/form-note.tsx';
import { followsOf, followsText, maxDevices } from './follow.ts';

type FollowNoteProps = { dashboard: Pick<AccountDashboard, 'follows' | 'role' | 'widgets'>; children: ReactNode };

/** The widgets of a dashboard, with information on the tag or group that it follows, or an explanation in their place. */
export function FollowNote({ dashboard: { follows: followed, role, widgets }, children }: FollowNoteProps) {
  const follows = followsOf(followed);
  if (!followed || !follows || (followed.devices > 0 && followed.devices <= maxDevices)) return children;
  const which = followsText(follows);
  if (followed.devices > maxDevices) {
    return (
      <>
        <FormNote kind="info">
          {`The first ${maxDevices} of the ${followed.devices} devices ${which} can be chosen, in the order of the list.`}
        </FormNote>
        {children}
      </>
    );
  }
  const isGone = follows.kind === 'group' && follows.name === null;
  const title = isGone ? 'The group of this dashboard was deleted' : `No device ${which} yet`;
  const what = isGone
    ? role === 'owner'
      ? 'Choose another group, a tag or devices by hand: Edit, then Devices to choose from.'
      : 'Ask its owner to choose other devices for it.'
    : 'As soon as there is one, the dashboard shows it by itself.';
  const hasOwnDevices = widgets.some(({ device }) => device !== undefined);
  if (hasOwnDevices) {
    return (
      <>
        <FormNote kind="info">{`${title}. ${what}`}</FormNote>
        {children}
      </>
    );
  }
  return (
    <EmptyState
      title={title}
      actions={role === 'owner' && !isGone && <ButtonLink to="/device">Your devices</ButtonLink>}
    >
      {what}
    </EmptyState>
  );
}
