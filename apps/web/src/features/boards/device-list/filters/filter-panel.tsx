import { t } from '@lingui/core/macro';
import { IconPlus } from '@tabler/icons-react';
import { Button } from '../../../../ui/buttons/button.tsx';
import type { DeviceColumn } from '../device-columns.ts';
import type { FilterRule } from './filter-match.ts';
import './filter-panel.css';
import { FilterRuleRow } from './filter-rule-row.tsx';

type FilterPanelProps = {
  columns: readonly DeviceColumn[];
  rules: readonly FilterRule[];
  onChange: (rules: readonly FilterRule[]) => void;
  /** "3 of 12 devices". */
  result: string;
};

const emptyRule: FilterRule = { column: 'name', mode: 'contains', values: [''] };

/** The conditions that a device must meet to be listed, all of them. */
export function FilterPanel({ columns, rules, onChange, result }: FilterPanelProps) {
  const visible = rules.length === 0 ? [emptyRule] : rules;
  const replace = (index: number, ...by: FilterRule[]) => onChange(visible.toSpliced(index, 1, ...by));
  return (
    <div className="filter-panel">
      <div className="filter-rules">
        {visible.map((rule, index) => (
          <FilterRuleRow
            // biome-ignore lint/suspicious/noArrayIndexKey: a condition is its place; its parts all change while it is typed.
            key={index}
            columns={columns}
            rule={rule}
            onChange={(next) => replace(index, next)}
            onRemove={() => replace(index)}
          />
        ))}
      </div>
      <div className="filter-foot">
        <Button icon={IconPlus} onClick={() => onChange([...visible, emptyRule])}>
          {t`Add condition`}
        </Button>
        <Button variant="ghost" onClick={() => onChange([])}>
          {t`Clear`}
        </Button>
        <span className="muted num" role="status">
          {result}
        </span>
      </div>
    </div>
  );
}
