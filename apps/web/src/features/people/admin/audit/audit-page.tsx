import { t } from '@lingui/core/macro';
import { failureText } from '../../../../lib/api/failure-text.ts';
import { Button } from '../../../../ui/buttons/button.tsx';
import { MoreButton } from '../../../../ui/buttons/more-button.tsx';
import { Card } from '../../../../ui/cards/card.tsx';
import { PageHead } from '../../../../ui/cards/page-head.tsx';
import { EmptyState, ErrorState } from '../../../../ui/cards/states.tsx';
import { SearchField } from '../../../../ui/fields/field.tsx';
import { SelectField } from '../../../../ui/fields/select-field.tsx';
import { type AuditFilters, useAudit } from '../admin-queries.ts';
import '../admin-toolbar.css';
import { useAddressFilters } from '../use-address-filters.ts';
import { UsersSkeleton } from '../users/users-skeleton.tsx';
import { actionLabel, auditActions } from './audit-labels.ts';
import { AuditList } from './audit-list.tsx';

const usual: AuditFilters = { target: '', targetId: '', actor: '', action: '' };
const any = 'any';
const actions = () => [
  { id: any, label: t`Any action` },
  ...auditActions
    .map((id) => ({ id: id as string, label: actionLabel(id) }))
    .sort((a, b) => a.label.localeCompare(b.label)),
];

/** `/admin/audit`: what administrators did. */
export function AuditPage() {
  const { typed, filters, change, clear } = useAddressFilters(usual);
  const audit = useAudit(filters);
  const entries = audit.data?.pages.flatMap((page) => page.entries);
  const isFiltered = Object.values(filters).some((filter) => filter !== '');
  return (
    <>
      <PageHead title={t`Audit log`}>
        {t`Actions of administrators, and claims of boards. No one can change or remove entries.`}
      </PageHead>
      <search className="admin-toolbar">
        <SearchField
          className="admin-toolbar-search"
          label={t`About`}
          placeholder={t`About`}
          maxLength={254}
          value={typed.target}
          onChange={(target) => change({ target })}
        />
        <SearchField
          className="admin-toolbar-search"
          label={t`By`}
          placeholder={t`By`}
          maxLength={254}
          value={typed.actor}
          onChange={(actor) => change({ actor })}
        />
        <SelectField
          label={t`Action`}
          hideLabel
          options={actions()}
          value={typed.action || any}
          onChange={(id) => change({ action: id === any ? '' : id })}
        />
      </search>
      {entries === undefined ? (
        audit.isError ? (
          <ErrorState title={t`The audit log did not load`} onRetry={() => void audit.refetch()}>
            {failureText(audit.error)}
          </ErrorState>
        ) : (
          <UsersSkeleton />
        )
      ) : entries.length > 0 ? (
        <>
          {filters.targetId !== '' && (
            <div className="audit-person">
              <span>{t`Only entries about ${{ person: entries[0]?.target ?? '' }}`}</span>
              <Button onClick={clear}>{t`Clear filters`}</Button>
            </div>
          )}
          <Card>
            <AuditList entries={entries} />
          </Card>
          <MoreButton query={audit}>{t`Load more`}</MoreButton>
        </>
      ) : isFiltered ? (
        <EmptyState title={t`No matches`} actions={<Button onClick={clear}>{t`Clear filters`}</Button>}>
          {t`No entry matches the filters.`}
        </EmptyState>
      ) : (
        <EmptyState title={t`Nothing yet`}>
          {t`Actions of administrators on this page and on the command line appear here.`}
        </EmptyState>
      )}
    </>
  );
}
