import { t } from '@lingui/core/macro';
import { IconUserPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { failureText } from '../../../../lib/api/failure-text.ts';
import { useConfig } from '../../../../lib/api/public-config.ts';
import { usePageOwner } from '../../../../lib/api/session.ts';
import { Button } from '../../../../ui/buttons/button.tsx';
import { MoreButton } from '../../../../ui/buttons/more-button.tsx';
import { PageHead } from '../../../../ui/cards/page-head.tsx';
import { EmptyState, ErrorState } from '../../../../ui/cards/states.tsx';
import { type UserFilters, useUsers } from '../admin-queries.ts';
import { InvitationsSheet } from '../invitations-sheet.tsx';
import { useAddressFilters } from '../use-address-filters.ts';
import { ActionDialog } from './action-dialog.tsx';
import { AdministrationProvider, type Question } from './administration.ts';
import { PlanDialog } from './plan-dialog.tsx';
import { UserSheet } from './user-sheet.tsx';
import { peopleText } from './user-text.ts';
import { UsersSkeleton } from './users-skeleton.tsx';
import { UsersTable } from './users-table.tsx';
import { UsersToolbar } from './users-toolbar.tsx';

const usual: UserFilters = { q: '', state: '', member: '', sort: 'newest' };

/** `/admin/users`: everybody who has an account, and what can be done about them. */
export function UsersPage() {
  const { data: config } = useConfig();
  const ownEmail = usePageOwner()?.userId ?? '';
  const [question, setQuestion] = useState<Question>();
  const [openId, setOpenId] = useState<number>();
  const [inviting, setInviting] = useState(false);
  const { typed, filters, change, clear } = useAddressFilters(usual);
  const users = useUsers(filters);
  const people = users.data?.pages.flatMap((page) => page.users);
  const visible = people?.find((user) => user.id === openId);
  const close = () => setQuestion(undefined);
  const givesPlans = config !== undefined && config.billing !== 'off';
  const here = { mailConfigured: config?.mailConfigured ?? false, givesPlans, ownEmail };
  return (
    <AdministrationProvider value={{ openQuestion: setQuestion, here }}>
      <PageHead
        title={t`Users`}
        actions={
          config?.signup === 'invite' && (
            <Button variant="primary" icon={IconUserPlus} onClick={() => setInviting(true)}>
              {t`Invite`}
            </Button>
          )
        }
      >
        {peopleText(users.data?.pages[0]?.total)}
      </PageHead>
      <UsersToolbar filters={typed} onChange={change} />
      {people === undefined ? (
        users.isError ? (
          <ErrorState title={t`The list did not load`} onRetry={() => void users.refetch()}>
            {failureText(users.error)}
          </ErrorState>
        ) : (
          <UsersSkeleton />
        )
      ) : people.length === 0 ? (
        <EmptyState title={t`No matches`} actions={<Button onClick={clear}>{t`Clear search and filters`}</Button>}>
          {t`No account matches the search and the filters.`}
        </EmptyState>
      ) : (
        <>
          <UsersTable users={people} onOpen={(user) => setOpenId(user.id)} />
          <MoreButton query={users}>{t`Load more`}</MoreButton>
        </>
      )}
      {visible && <UserSheet user={visible} onClose={() => setOpenId(undefined)} />}
      {inviting && <InvitationsSheet onClose={() => setInviting(false)} />}
      {question?.what === 'action' && <ActionDialog action={question.action} ownEmail={ownEmail} onClose={close} />}
      {question?.what === 'plan' && <PlanDialog user={question.user} onClose={close} />}
    </AdministrationProvider>
  );
}
