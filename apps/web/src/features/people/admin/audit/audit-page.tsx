import { Button } from '../../../../ui/buttons/button.tsx';
import { Card } from '../../../../ui/cards/card.tsx';
import { PageHead } from '../../../../ui/cards/page-head.tsx';
import { EmptyState, ErrorState } from '../../../../ui/cards/states.tsx';
import { SearchField } from '../../../../ui/fields/field.tsx';
import { SelectField } from '../../../../ui/fields/select-field.tsx';
import { type AuditFilters, useAudit } from '../admin-queries.ts';
import '../admin-toolbar.css';
import { MoreButton } from '../more-button.tsx';
import { useAddressFilters } from '../use-address-filters.ts';
import { UsersSkeleton } from '../users/users-skeleton.tsx';
import { actionLabels } from './audit-labels.ts';
import { AuditList } from './audit-list.tsx';

const usual: AuditFilters = { target: '', actor: '', action: '' };
const any = 'any';
const actions = [
  { id: any, label: 'Any act' },
  ...Object.entries(actionLabels)
    .map(([id, label]) => ({ id, label }))
    .sort((a, b) => a.label.localeCompare(b.label)),
];

/** `/admin/audit`: what administrators did. */
export function AuditPage() {
  const { typed, filters, change, clear } = useAddressFilters(usual);
  const audit = useAudit(filters);
  const entries = audit.data?.pages.flatMap((page) => page.entries);
  const isFiltered = filters.target !== '' || filters.actor !== '' || filters.action !== '';
  return (
    <>
      <PageHead title="Audit log">
        What administrators did, and who claimed boards of others. Entries can be neither changed nor removed.
      </PageHead>
      <search className="admin-toolbar">
        <SearchField
          className="admin-toolbar-search"
          label="Whom it was about"
          placeholder="Whom it was about"
          maxLength={254}
          value={typed.target}
          onChange={(target) => change({ target })}
        />
        <SearchField
          className="admin-toolbar-search"
          label="Who did it"
          placeholder="Who did it"
          maxLength={254}
          value={typed.actor}
          onChange={(actor) => change({ actor })}
        />
        <SelectField
          label="Act"
          hideLabel
          options={actions}
          value={typed.action || any}
          onChange={(id) => change({ action: id === any ? '' : id })}
        />
      </search>
      {entries === undefined ? (
        audit.isError ? (
          <ErrorState title="The audit log did not load" onRetry={() => void audit.refetch()}>
            {audit.error.message}
          </ErrorState>
        ) : (
          <UsersSkeleton />
        )
      ) : entries.length > 0 ? (
        <>
          <Card>
            <AuditList entries={entries} />
          </Card>
          <MoreButton query={audit} what="entries" />
        </>
      ) : isFiltered ? (
        <EmptyState title="No entry fits" actions={<Button onClick={clear}>Clear the filters</Button>}>
          Nothing that administrators did fits the filters.
        </EmptyState>
      ) : (
        <EmptyState title="Nothing yet">
          Here stands what administrators do about accounts, here and on the command line of the server.
        </EmptyState>
      )}
    </>
  );
}
