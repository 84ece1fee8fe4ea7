import type { Profile, PublicConfig } from '@cyno/contract';
import { useQuery } from '@tanstack/react-query';
import { Fragment, type ReactNode, useEffect, useMemo } from 'react';
import { AccessTokensCard } from '../../features/accounts/access-tokens-card.tsx';
import { failureText } from '../../features/accounts/account-calls.ts';
import { BoardTimesCard } from '../../features/accounts/board-times-card.tsx';
import { DeleteAccountCard } from '../../features/accounts/delete-account-card.tsx';
import { EmailCard } from '../../features/accounts/email-card.tsx';
import { ExportCard } from '../../features/accounts/export-card.tsx';
import { NotificationAddressesCard } from '../../features/accounts/notification-addresses-card.tsx';
import { PasswordCard } from '../../features/accounts/password-card.tsx';
import { ProfileCard } from '../../features/accounts/profile-card.tsx';
import { SessionsCard } from '../../features/accounts/sessions-card.tsx';
import { IdentitiesCard } from '../../features/identities/identities-card.tsx';
import { PasskeysCard } from '../../features/second-step/passkeys-card.tsx';
import { TwoStepCard } from '../../features/second-step/two-step-card.tsx';
import { useDisplaySettings } from '../../lib/display-settings.ts';
import { profileQuery } from '../../lib/profile-query.ts';
import { useConfig } from '../../lib/public-config.ts';
import { PageHead } from '../../ui/page-head.tsx';
import { SectionIndex } from '../../ui/section-index.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { ErrorState } from '../../ui/states.tsx';
import './profile-page.css';

type Section = { id: string; title: string; card: (profile: Profile) => ReactNode };

const sections: readonly Section[] = [
  { id: 'profile', title: 'Profile', card: (profile) => <ProfileCard profile={profile} /> },
  { id: 'email', title: 'E-mail', card: (profile) => <EmailCard profile={profile} /> },
  { id: 'password', title: 'Password', card: (profile) => <PasswordCard profile={profile} /> },
  { id: 'two-step', title: 'Two-step log-in', card: () => <TwoStepCard /> },
  { id: 'passkeys', title: 'Passkeys', card: () => <PasskeysCard /> },
  { id: 'identities', title: 'Linked log-ins', card: () => <IdentitiesCard /> },
  { id: 'sessions', title: 'Active sessions', card: () => <SessionsCard /> },
  { id: 'tokens', title: 'Access tokens', card: ({ email }) => <AccessTokensCard email={email} /> },
  { id: 'boards', title: 'Boards', card: (profile) => <BoardTimesCard profile={profile} /> },
  { id: 'notifications', title: 'Notifications', card: ({ email }) => <NotificationAddressesCard email={email} /> },
  { id: 'export', title: 'Export', card: () => <ExportCard /> },
  { id: 'delete', title: 'Delete', card: (profile) => <DeleteAccountCard profile={profile} /> },
];

/** `/profile`: everything about the account itself, a card for each topic. */
export function ProfilePage() {
  const { data, error, refetch } = useQuery(profileQuery);
  useDisplaySettings();
  const config = useConfig().data;
  const shown = useMemo(() => sectionsOf(config), [config]);
  useSectionOfAddress(data !== undefined && config !== undefined);
  return (
    <>
      <PageHead title="Profile">You, how you log in, and what belongs to you.</PageHead>
      <div className="profile-page">
        <SectionIndex label="Sections of the profile" sections={shown} />
        <div className="profile-sections">
          {data && shown.map(({ id, card }) => <Fragment key={id}>{card(data)}</Fragment>)}
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

/** Without the log-ins of other services where the server takes none. */
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
