import type { Profile, PublicConfig } from '@cyno/contract';
import type { MessageDescriptor } from '@lingui/core';
import { msg, t } from '@lingui/core/macro';
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
import { i18n } from '../../lib/language/i18n.ts';
import { PageHead } from '../../ui/cards/page-head.tsx';
import { SectionIndex } from '../../ui/cards/section-index.tsx';
import { Skeleton } from '../../ui/cards/skeleton.tsx';
import { ErrorState } from '../../ui/cards/states.tsx';
import './profile-page.css';

type Section = { id: string; title: MessageDescriptor; card: (profile: Profile) => ReactNode };

const sections: readonly Section[] = [
  { id: 'profile', title: msg`Profile`, card: (profile) => <ProfileCard profile={profile} /> },
  { id: 'email', title: msg`E-mail`, card: (profile) => <EmailCard profile={profile} /> },
  { id: 'password', title: msg`Password`, card: (profile) => <PasswordCard profile={profile} /> },
  { id: 'two-step', title: msg`Two-factor authentication`, card: () => <TwoFactorCard /> },
  { id: 'passkeys', title: msg`Passkeys`, card: () => <PasskeysCard /> },
  { id: 'identities', title: msg`Linked logins`, card: () => <IdentitiesCard /> },
  { id: 'sessions', title: msg`Active sessions`, card: () => <SessionsCard /> },
  { id: 'tokens', title: msg`Access tokens`, card: ({ email }) => <AccessTokensCard email={email} /> },
  { id: 'boards', title: msg`Boards`, card: (profile) => <BoardTimesCard profile={profile} /> },
  { id: 'notifications', title: msg`Notifications`, card: ({ email }) => <NotificationAddressesCard email={email} /> },
  { id: 'contacts', title: msg`Contacts`, card: () => <ContactsCard /> },
  { id: 'notification-policy', title: msg`When you are notified`, card: () => <PolicyCard /> },
  { id: 'messages', title: msg`Messages`, card: () => <MessagesCard /> },
  { id: 'export', title: msg`Export`, card: () => <ExportCard /> },
  { id: 'delete', title: msg`Delete`, card: (profile) => <DeleteAccountCard profile={profile} /> },
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
      <PageHead title={t`Profile`}>{t`Your account, logins and data.`}</PageHead>
      <div className="profile-page">
        <SectionIndex label={t`Sections of the profile`} sections={visible} />
        <div className="profile-sections">
          {data && visible.map(({ id, card }) => <Fragment key={id}>{card(data)}</Fragment>)}
          {!data && error && (
            <ErrorState title={t`Your profile did not load`} onRetry={() => void refetch()}>
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
function sectionsOf(config: PublicConfig | undefined) {
  const takesOthers = Boolean(config?.providers.oidc || config?.providers.line);
  return sections
    .filter(({ id }) => takesOthers || id !== 'identities')
    .map((section) => ({ ...section, title: i18n._(section.title) }));
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
