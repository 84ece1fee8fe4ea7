import type { Profile, PublicConfig } from '@cyno/contract';
import { useQuery } from '@tanstack/react-query';
import { Fragment, type ReactNode, useEffect, useMemo } from 'react';
import { ContactsCard, MessagesCard, PolicyCard } from '../../features/automation/notifications/index.ts';
import {
  AccessTokensCard,
  BoardTimesCard,
  DeleteAccountCard,
  EmailCard,
  ExportCard,
  NotificationAddressesCard,
  PasswordCard,
  ProfileCard,
  profileQuery,
  SessionsCard,
} from '../../features/people/accounts/index.ts';
import { IdentitiesCard } from '../../features/people/identities/index.ts';
import { PasskeysCard, TwoFactorCard } from '../../features/people/two-factor/index.ts';
import { failureText } from '../../lib/api/failure-text.ts';
import { useConfig } from '../../lib/api/public-config.ts';
import { useDisplaySettings } from '../../lib/format/display-settings.ts';
import { PageHead } from '../../ui/cards/page-head.tsx';
import { SectionIndex } from '../../ui/cards/section-index.tsx';
import { Skeleton } from '../../ui/cards/skeleton.tsx';
import { ErrorState } from '../../ui/cards/states.tsx';
import './profile-page.css';

type Section = { id: string; title: string; card: (profile: Profile) => ReactNode };

const sections: readonly Section[] = [
  { id: 'profile', title: 'Profile', card: (profile) => <ProfileCard profile={profile} /> },
  { id: 'email', title: 'E-mail', card: (profile) => <EmailCard profile={profile} /> },
  { id: 'password', title: 'Password', card: (profile) => <PasswordCard profile={profile} /> },
  { id: 'two-step', title: 'Two-step log-in', card: () => <TwoFactorCard /> },
  { id: 'passkeys', title: 'Passkeys', card: () => <PasskeysCard /> },
  { id: 'identities', title: 'Linked log-ins', card: () => <IdentitiesCard /> },
  { id: 'sessions', title: 'Active sessions', card: () => <SessionsCard /> },
  { id: 'tokens', title: 'Access tokens', card: ({ email }) => <AccessTokensCard email={email} /> },
  { id: 'boards', title: 'Boards', card: (profile) => <BoardTimesCard profile={profile} /> },
  { id: 'notifications', title: 'Notifications', card: ({ email }) => <NotificationAddressesCard email={email} /> },
  { id: 'contacts', title: 'Contacts', card: () => <ContactsCard /> },
  { id: 'notification-policy', title: 'When you are notified', card: () => <PolicyCard /> },
  { id: 'messages', title: 'Messages', card: () => <MessagesCard /> },
  { id: 'export', title: 'Export', card: () => <ExportCard /> },
  { id: 'delete', title: 'Delete', card: (profile) => <DeleteAccountCard profile={profile} /> },
];

/** `/profile`: everything about the account itself, a card for each topic. */
export function ProfilePage() {
  const { data, error, refetch } = useQuery(profileQuery);
  useDisplaySettings();
  const config = useConfig().data;
  const visible = useMemo(() => sectionsOf(config), [config]);
  useSectionOfAddress(data !== undefined && config !== undefined);
  return (
    <>
      <PageHead title="Profile">You, how you log in, and what belongs to you.</PageHead>
      <div className="profile-page">
        <SectionIndex label="Sections of the profile" sections={visible} />
        <div className="profile-sections">
          {data && visible.map(({ id, card }) => <Fragment key={id}>{card(data)}</Fragment>)}
          {!data && error && (
            <ErrorState title="Your profile did not load" onRetry={() => void refetch()}>
              {failureText(error)}
            </ErrorState>
          )}
          {!data && !error && <Skeletons />}
        </div>
      </div>
    </>
  );
}

/** Without the logins of other services where the server takes none. */
function sectionsOf(config: PublicConfig | undefined): readonly Section[] {
  const takesOthers = Boolean(config?.providers.oidc || config?.providers.line);
  return sections.filter(({ id }) => takesOthers || id !== 'identities');
}

function Skeletons() {
  return (
    <div className="profile-skeletons" aria-busy="true">
      <Skeleton height={480} />
      <Skeleton height={260} />
      <Skeleton height={240} />
    </div>
  );
}

/** Goes to the section that the address names once it is there. */
function useSectionOfAddress(isLoaded: boolean) {
  useEffect(() => {
    if (isLoaded) document.getElementById(location.hash.slice(1))?.scrollIntoView();
  }, [isLoaded]);
}
