import type { AccountDashboard } from '@cyno/contract';
import { t } from '@lingui/core/macro';
import type { ReactNode } from 'react';
import { ButtonLink } from '../../../ui/buttons/button-link.tsx';
import { EmptyState } from '../../../ui/cards/states.tsx';
import { FormNote } from '../../../ui/status/form-note.tsx';
import { followsOf, maxDevices, noneFollowedText } from './follow.ts';

type FollowNoteProps = { dashboard: Pick<AccountDashboard, 'follows' | 'role' | 'widgets'>; children: ReactNode };

/** The widgets of a dashboard, with information on the tag or group that it follows, or an explanation in their place. */
export function FollowNote({ dashboard, children }: FollowNoteProps) {
  const { follows: followed, role, widgets } = dashboard;
  const none = withoutDevices(dashboard);
  if (none && widgets.every(({ device }) => device === undefined)) {
    return (
      <EmptyState
        title={none.title}
        actions={role === 'owner' && !none.isGone && <ButtonLink to="/device">{t`Your devices`}</ButtonLink>}
      >
        {none.what}
      </EmptyState>
    );
  }
  const note = none
    ? t`${{ title: none.title }}. ${{ what: none.what }}`
    : followed &&
      followed.devices > maxDevices &&
      t`The device picker shows the first ${maxDevices} of ${{ count: followed.devices }} devices.`;
  // The widgets keep their place, so that a note that comes or goes does not reset them.
  return (
    <>
      {note && <FormNote kind="info">{note}</FormNote>}
      {children}
    </>
  );
}

/** What is to be read when the tag or group of a dashboard has no devices. */
function withoutDevices({ follows: followed, role }: FollowNoteProps['dashboard']) {
  const follows = followsOf(followed);
  if (!followed || !follows || followed.devices > 0) return null;
  const isGone = follows.kind === 'group' && follows.name === null;
  if (!isGone) return { isGone, title: noneFollowedText(follows), what: t`New devices appear here automatically.` };
  return {
    isGone,
    title: t`The group of this dashboard was deleted`,
    what:
      role === 'owner'
        ? t`Press Edit, then Device picker, and choose other devices.`
        : t`Ask its owner to choose other devices.`,
  };
}
