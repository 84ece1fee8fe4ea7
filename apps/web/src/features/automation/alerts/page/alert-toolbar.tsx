import { t } from '@lingui/core/macro';
import { IconFilter } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Suspense, useId, useState } from 'react';
import { lazy } from '../../../../lib/language/lazy.ts';
import { IconButton } from '../../../../ui/buttons/button.tsx';
import { Skeleton } from '../../../../ui/cards/skeleton.tsx';
import { ComboField } from '../../../../ui/fields/combo-field.tsx';
import { Segmented } from '../../../../ui/fields/segmented.tsx';
import { SelectField } from '../../../../ui/fields/select-field.tsx';
import { useSeenDevices } from '../../../boards/devices/index.ts';
import { alertRulesQuery, plainSentence } from '../../definitions/index.ts';
import { ruleSentence } from '../rules/rule-sentence.ts';
import { useRuleNames } from '../rules/use-rule-names.ts';
import { severities } from '../severity.ts';
import { type AlertFilter, isFiltered, periods } from './alert-filter.ts';
import './alert-toolbar.css';

// Most never choose days, and the calendar is large.
const AlertDays = lazy(async () => ({ default: (await import('./alert-days.tsx')).AlertDays }));

const shows = () =>
  [
    { id: 'open', label: t`Open` },
    { id: 'history', label: t`History` },
  ] as const;

type AlertToolbarProps = {
  filter: AlertFilter;
  onChange: (change: Partial<AlertFilter>) => void;
};

/** Which alerts are listed: open or all that were, how bad, of which device and rule, and when. */
export function AlertToolbar({ filter, onChange }: AlertToolbarProps) {
  const rules = useQuery(alertRulesQuery).data?.rules ?? [];
  const names = useRuleNames();
  const devices = useSeenDevices();
  const { show, severity, espid, rule, period, fromDay, toDay } = filter;
  const [isOpen, setOpen] = useState(() => isFiltered(filter));
  const fieldsId = useId();
  return (
    <search className="alert-toolbar" aria-label={t`Alerts`}>
      <Segmented
        label={t`Open alerts or history`}
        options={shows()}
        value={show}
        onChange={(id) => onChange({ show: id })}
      />
      <IconButton
        className="only-mobile alert-toolbar-fold"
        label={t`Filter`}
        icon={IconFilter}
        aria-expanded={isOpen}
        aria-controls={fieldsId}
        onClick={() => setOpen(!isOpen)}
      />
      <div id={fieldsId} className={isOpen ? 'alert-toolbar-fields' : 'alert-toolbar-fields only-wide'}>
        <SelectField
          label={t`Severity`}
          hideLabel
          options={[{ id: 'any', label: t`Any severity` }, ...severities]}
          value={severity ?? 'any'}
          onChange={(id) => onChange({ severity: id === 'any' ? null : id })}
        />
        <ComboField
          key={`device ${espid}`}
          label={t`Device`}
          hideLabel
          nothing={t`No device with this name`}
          options={[
            { id: 'any', label: t`Any device` },
            ...devices.filter(({ pending }) => !pending).map((device) => ({ id: device.espid, label: device.name })),
          ]}
          value={espid || 'any'}
          onChange={(id) => onChange({ espid: id === 'any' ? '' : id })}
        />
        {rules.length > 0 && (
          <ComboField
            key={`rule ${rule}`}
            label={t`Rule`}
            hideLabel
            nothing={t`No rule found`}
            options={[
              { id: 'any', label: t`Any rule` },
              ...rules.map((each) => ({
                id: String(each.id),
                label: each.name ?? plainSentence(ruleSentence(each, names, null)),
              })),
            ]}
            value={rule === null ? 'any' : String(rule)}
            onChange={(id) => onChange({ rule: id === 'any' ? null : Number(id) })}
          />
        )}
        <SelectField
          label={t`Time`}
          hideLabel
          options={periods}
          value={period}
          onChange={(id) => onChange({ period: id })}
        />
        {period === 'days' && (
          <Suspense fallback={<Skeleton width={240} height={36} />}>
            <AlertDays fromDay={fromDay} toDay={toDay} onChange={onChange} />
          </Suspense>
        )}
      </div>
    </search>
  );
}
