import { t } from '@lingui/core/macro';
import { IconLayoutGrid, IconMap2, IconSquareCheck, IconTable, IconX } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Button } from '../../../../ui/buttons/button.tsx';
import { SearchField } from '../../../../ui/fields/field.tsx';
import { Segmented } from '../../../../ui/fields/segmented.tsx';
import { Icon } from '../../../../ui/graphics/icon.tsx';
import type { DeviceColumn } from '../device-columns.ts';
import './device-toolbar.css';
import { activeRules, type ListQuery } from '../list-query.ts';
import type { DeviceView } from '../views/list-display.ts';
import { FilterControl } from './filter-control.tsx';
import { ruleSentence } from './rule-texts.ts';
import { SortControl } from './sort-control.tsx';

type DeviceToolbarProps = {
  query: ListQuery;
  onChange: (change: Partial<ListQuery>) => void;
  columns: readonly DeviceColumn[];
  view: DeviceView;
  onViewChange: (view: DeviceView) => void;
  /** False folds it on a phone, where the first device stands near the top. */
  isOpen: boolean;
  /** "3 of 12 devices". */
  result: string;
  /** Undefined: devices are being chosen already, or cannot be here. */
  onChoose: (() => void) | undefined;
  /** Further controls, behind the order. */
  children?: ReactNode;
};

/** Search, filter, order, and cards, table or map. */
export function DeviceToolbar(props: DeviceToolbarProps) {
  const { query, onChange, columns, view, onViewChange, isOpen, result, onChoose, children } = props;
  const active = activeRules(query);
  return (
    <search className={isOpen ? 'device-toolbar' : 'device-toolbar device-toolbar-folded'}>
      <SearchField
        className="device-toolbar-search"
        label={t`Search devices`}
        placeholder={t`Search by name, id, tag or variable`}
        value={query.search}
        onChange={(search) => onChange({ search })}
      />
      <FilterControl query={query} onChange={onChange} columns={columns} result={result} />
      {view !== 'map' && <SortControl columns={columns} sort={query.sort} onChange={(sort) => onChange({ sort })} />}
      {children}
      {onChoose && (
        <Button icon={IconSquareCheck} onClick={onChoose}>
          {t`Select`}
        </Button>
      )}
      <Segmented
        label={t`View`}
        iconsOnPhone
        options={[
          { id: 'cards', label: t`Cards`, icon: IconLayoutGrid },
          { id: 'table', label: t`Table`, icon: IconTable },
          { id: 'map', label: t`Map`, icon: IconMap2 },
        ]}
        value={view}
        onChange={onViewChange}
      />
      {active.length > 0 && (
        <div className="device-toolbar-rules">
          {active.map((rule) => (
            <button
              key={[rule.column, rule.mode, ...rule.values].join('~')}
              type="button"
              className="device-toolbar-rule"
              title={t`Remove condition`}
              onClick={() => onChange({ rules: query.rules.filter((other) => other !== rule) })}
            >
              <span>{ruleSentence(rule, columns)}</span>
              <Icon of={IconX} size={14} />
            </button>
          ))}
          <span className="muted num" role="status">
            {result}
          </span>
        </div>
      )}
    </search>
  );
}
