import type { AccountDashboard } from '@cyno/contract';
import { t } from '@lingui/core/macro';
import type { ReactNode } from 'react';
import { ButtonLink } from '../../../ui/buttons/button-link.tsx';
import { EmptyState } from '../../../ui/cards/states.tsx';
import { FormNote } from '../../../ui/status/form-note.tsx';
import { followsOf, maxDevices, noneFollowedText } from './follow.ts';

type FollowNoteProps = { dashboard: Pick<AccountDashboard, 'follows' | 'role' | 'widgets'>; children: ReactNode };

/** The widgets of a dashboard, with information on the tag or group that it follows, or an explanation in their place. */
export function FollowNote({ dashboard: { follows: followed, role, widgets }, children }: FollowNoteProps) {
  const follows = followsOf(followed);
  if (!followed || !follows || (followed.devices > 0 && followed.devices <= maxDevices)) return children;
  if (followed.devices > maxDevices) {
    return (
      <>
        <FormNote kind="info">
          {t`The device picker shows the first ${maxDevices} of ${{ count: followed.devices }} devices.`}
        </FormNote>
        {children}
      </>
    );
  }
  const isGone = follows.kind === 'group' && follows.name === null;
  const title = isGone ? t`The group of this dashboard was deleted` : noneFollowedText(follows);
  const what = isGone
    ? role === 'owner'
      ? t`Press Edit, then Device picker, and choose other devices.`
      : t`Ask its owner to choose other devices.`
    : t`New devices appear here automatically.`;
  const hasOwnDevices = widgets.some(({ device }) => device !== undefined);
  if (hasOwnDevices) {
    return (
      <>
        <FormNote kind="info">{t`${title}. ${what}`}</FormNote>
        {children}
      </>
    );
  }
  return (
    <EmptyState
      title={title}
      actions={role === 'owner' && !isGone && <ButtonLink to="/device">{t`Your devices`}</ButtonLink>}
    >
      {what}
    </EmptyState>
  );
}
