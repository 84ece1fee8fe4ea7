import type { Profile, PublicConfig } from '@cyno/contract';
import type { MessageDescriptor } from '@lingui/core';
import { msg, t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import { Fragment, type ReactNode, useMemo } from 'react';
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
import { useMedia } from '../../lib/browser/use-media.ts';
import { useDisplaySettings } from '../../lib/format/display-settings.ts';
import { i18n } from '../../lib/language/i18n.ts';
import { PageHead } from '../../ui/cards/page-head.tsx';
import { SectionFold } from '../../ui/cards/section-fold.tsx';
import { SectionIndex } from '../../ui/cards/section-index.tsx';
import { Skeleton } from '../../ui/cards/skeleton.tsx';
import { ErrorState } from '../../ui/cards/states.tsx';
import { useFolds } from '../../ui/cards/use-folds.ts';
import './profile-page.css';

type Section = { id: string; title: MessageDescriptor; card: (profile: Profile) => ReactNode };
type Group = { id: string; title: MessageDescriptor; summary: MessageDescriptor; sections: readonly Section[] };

const groups: readonly Group[] = [
  {
    id: 'account',
    title: msg`Account`,
    summary: msg`Name, language, time zone, e-mail and password`,
    sections: [
      { id: 'profile', title: msg`Profile`, card: (profile) => <ProfileCard profile={profile} /> },
      { id: 'email', title: msg`E-mail`, card: (profile) => <EmailCard profile={profile} /> },
      { id: 'password', title: msg`Password`, card: (profile) => <PasswordCard profile={profile} /> },
    ],
  },
  {
    id: 'security',
    title: msg`Security`,
    summary: msg`Two-factor authentication, passkeys, sessions and access tokens`,
    sections: [
      { id: 'two-step', title: msg`Two-factor authentication`, card: () => <TwoFactorCard /> },
      { id: 'passkeys', title: msg`Passkeys`, card: () => <PasskeysCard /> },
      { id: 'identities', title: msg`Linked logins`, card: () => <IdentitiesCard /> },
      { id: 'sessions', title: msg`Active sessions`, card: () => <SessionsCard /> },
      { id: 'tokens', title: msg`Access tokens`, card: ({ email }) => <AccessTokensCard email={email} /> },
    ],
  },
  {
    id: 'notifying',
    title: msg`Notifications`,
    summary: msg`Contacts, when you are notified, and messages sent`,
    sections: [
      {
        id: 'notifications',
        title: msg`Notification addresses`,
        card: ({ email }) => <NotificationAddressesCard email={email} />,
      },
      { id: 'contacts', title: msg`Contacts`, card: () => <ContactsCard /> },
      { id: 'notification-policy', title: msg`When to notify you`, card: () => <PolicyCard /> },
      { id: 'messages', title: msg`Messages`, card: () => <MessagesCard /> },
    ],
  },
  {
    id: 'data',
    title: msg`Data`,
    summary: msg`Times of boards, export, and deletion of the account`,
    sections: [
      { id: 'boards', title: msg`Boards`, card: (profile) => <BoardTimesCard profile={profile} /> },
      { id: 'export', title: msg`Export your data`, card: () => <ExportCard /> },
      { id: 'delete', title: msg`Delete account`, card: (profile) => <DeleteAccountCard profile={profile} /> },
    ],
  },
];

/** `/profile`: everything about the account itself, a card for each topic. */
export function ProfilePage() {
  const { data, error, refetch } = useQuery(profileQuery);
  useDisplaySettings();
  const config = useConfig().data;
  const visible = useMemo(() => groupsOf(config), [config]);
  // Beside the cards there is room for a link to each; above them for one to each group.
  const isBeside = useMedia('(min-width: 1200px)');
  const index = useMemo(
    () => (isBeside ? visible.flatMap(({ sections }) => sections) : visible).map(inLanguage),
    [isBeside, visible],
  );
  const { isPhone, isWaiting, isNeeded, isOpen, note } = useFolds(data !== undefined && config !== undefined);
  const isLoading = data ? isWaiting : !error;
  return (
    <>
      <PageHead title={t`Profile`}>{t`Your account, logins and data.`}</PageHead>
      <div className="profile-page">
        {/* On a phone the folded groups are the index. */}
        {!isPhone && <SectionIndex label={t`Sections of the profile`} sections={index} />}
        {isLoading && <Skeletons />}
        <div className="profile-sections" hidden={isLoading}>
          {data &&
            visible.map(({ id, title, summary, sections }) => (
              <SectionFold
                key={id}
                id={id}
                title={i18n._(title)}
                summary={i18n._(summary)}
                isOpen={isOpen(id)}
                isNeeded={isNeeded}
                onToggle={(open) => note(id, open)}
              >
                <div className="profile-group">
                  {sections.map((section) => (
                    <Fragment key={section.id}>{section.card(data)}</Fragment>
                  ))}
                </div>
              </SectionFold>
            ))}
          {!data && error && (
            <ErrorState title={t`Your profile did not load`} onRetry={() => void refetch()}>
              {failureText(error)}
            </ErrorState>
          )}
        </div>
      </div>
    </>
  );
}

/** Without the logins of other services where the server takes none. */
function groupsOf(config: PublicConfig | undefined): readonly Group[] {
  if (config?.providers.oidc || config?.providers.line) return groups;
  return groups.map((group) => ({ ...group, sections: group.sections.filter(({ id }) => id !== 'identities') }));
}

const inLanguage = ({ id, title }: Pick<Section, 'id' | 'title'>) => ({ id, title: i18n._(title) });

function Skeletons() {
  return (
    <div className="profile-skeletons" aria-busy="true">
      <Skeleton height={480} />
      <Skeleton height={260} />
      <Skeleton height={240} />
    </div>
  );
}
