import { t } from '@lingui/core/macro';
import { SearchField } from '../../../../ui/fields/field.tsx';
import { SelectField } from '../../../../ui/fields/select-field.tsx';
import type { UserFilters } from '../admin-queries.ts';
import '../admin-toolbar.css';
import { accountStates, stateLabel } from './user-text.ts';

const any = 'any';

const states = () => [{ id: any, label: t`Any state` }, ...accountStates.map((id) => ({ id, label: stateLabel(id) }))];
const members = () => [
  { id: any, label: t`Any rights` },
  { id: 'user', label: t`Users` },
  { id: 'admin', label: t`Administrators` },
];
const sorts = () => [
  { id: 'newest', label: t`Newest first` },
  { id: 'oldest', label: t`Oldest first` },
  { id: 'email', label: t`By e-mail` },
];

type UsersToolbarProps = { filters: UserFilters; onChange: (change: Partial<UserFilters>) => void };

/** Search, filters and order of the list of people. */
export function UsersToolbar({ filters, onChange }: UsersToolbarProps) {
  return (
    <search className="admin-toolbar">
      <SearchField
        className="admin-toolbar-search"
        label={t`Search people`}
        placeholder={t`Search by e-mail or name`}
        maxLength={254}
        value={filters.q}
        onChange={(q) => onChange({ q })}
      />
      <SelectField
        label={t`State`}
        hideLabel
        options={states()}
        value={filters.state || any}
        onChange={(id) => onChange({ state: id === any ? '' : id })}
      />
      <SelectField
        label={t`Rights`}
        hideLabel
        options={members()}
        value={filters.member || any}
        onChange={(id) => onChange({ member: id === any ? '' : id })}
      />
      <SelectField
        label={t`Order`}
        hideLabel
        options={sorts()}
        value={filters.sort}
        onChange={(sort) => onChange({ sort })}
      />
    </search>
  );
}
