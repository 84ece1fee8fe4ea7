import { SearchField } from '../../../../ui/fields/field.tsx';
import { SelectField } from '../../../../ui/fields/select-field.tsx';
import type { UserFilters } from '../admin-queries.ts';
import '../admin-toolbar.css';
import { stateLabels } from './user-text.ts';

const any = 'any';

const states = [{ id: any, label: 'Any state' }, ...Object.entries(stateLabels).map(([id, label]) => ({ id, label }))];
const members = [
  { id: any, label: 'Any rights' },
  { id: 'user', label: 'Ordinary' },
  { id: 'admin', label: 'Administrators' },
];
const sorts = [
  { id: 'newest', label: 'Newest first' },
  { id: 'oldest', label: 'Oldest first' },
  { id: 'email', label: 'By e-mail' },
];

type UsersToolbarProps = { filters: UserFilters; onChange: (change: Partial<UserFilters>) => void };

/** Search, filters and order of the list of people. */
export function UsersToolbar({ filters, onChange }: UsersToolbarProps) {
  return (
    <search className="admin-toolbar">
      <SearchField
        className="admin-toolbar-search"
        label="Search people"
        placeholder="Search by e-mail or name"
        maxLength={254}
        value={filters.q}
        onChange={(q) => onChange({ q })}
      />
      <SelectField
        label="State"
        hideLabel
        options={states}
        value={filters.state || any}
        onChange={(id) => onChange({ state: id === any ? '' : id })}
      />
      <SelectField
        label="Rights"
        hideLabel
        options={members}
        value={filters.member || any}
        onChange={(id) => onChange({ member: id === any ? '' : id })}
      />
      <SelectField
        label="Order"
        hideLabel
        options={sorts}
        value={filters.sort}
        onChange={(sort) => onChange({ sort })}
      />
    </search>
  );
}
