import type { AlertRule } from '@cyno/contract';
import { t } from '@lingui/core/macro';
import { IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Suspense, useId, useState } from 'react';
import { failureText } from '../../../../lib/api/failure-text.ts';
import { holdFocus } from '../../../../lib/browser/hold-focus.ts';
import { lazy } from '../../../../lib/language/lazy.ts';
import { Button } from '../../../../ui/buttons/button.tsx';
import { ButtonLink } from '../../../../ui/buttons/button-link.tsx';
import { Card } from '../../../../ui/cards/card.tsx';
import { Skeleton } from '../../../../ui/cards/skeleton.tsx';
import { EmptyState, ErrorState } from '../../../../ui/cards/states.tsx';
import type { SeenDevice } from '../../../boards/devices/index.ts';
import { alertRulesQuery } from '../../definitions/index.ts';
import './rule-list.css';
import { RuleRow } from './rule-row.tsx';
import { watches } from './rule-scope.ts';
import { useRuleNames } from './use-rule-names.ts';

const RuleEditor = lazy(async () => ({ default: (await import('../editor/rule-editor.tsx')).RuleEditor }));

/** The rules of the account, or those that watch one device of it, with an editor. */
export function RuleList({ device }: { device: SeenDevice | null }) {
  const { data, error, refetch } = useQuery(alertRulesQuery);
  const names = useRuleNames();
  const titleId = useId();
  const [editing, setEditing] = useState<{ rule: AlertRule | null } | null>(null);
  if (!data && error) {
    return (
      <ErrorState title={t`Rules did not load`} onRetry={() => void refetch()}>
        {failureText(error)}
      </ErrorState>
    );
  }
  if (!data) {
    return (
      <div aria-busy="true">
        <span className="sr-only">{t`Loading rules`}</span>
        <Skeleton height={200} width="auto" className="rule-list-bone" />
      </div>
    );
  }
  const rules = device ? data.rules.filter((rule) => watches(rule, device)) : data.rules;
  const isFull = data.rules.length >= data.allowed;
  const add = (
    <Button variant="primary" icon={IconPlus} disabled={isFull} onClick={() => setEditing({ rule: null })}>
      {t`Add rule`}
    </Button>
  );
  return (
    <>
      {rules.length === 0 ? (
        <EmptyState title={t`No rules yet`} actions={add}>
          {t`A rule watches your devices and raises an alert when something is wrong.`}
        </EmptyState>
      ) : (
        <Card ref={holdFocus} aria-labelledby={titleId}>
          <div className="rule-list-head">
            <h2 id={titleId}>
              {device ? t`Rules for this device` : t`Rules`}{' '}
              <span className="rule-list-count num">
                {!device && isFull ? t`${{ count: rules.length }} of ${{ allowed: data.allowed }}` : rules.length}
              </span>
            </h2>
            {device && (
              <ButtonLink variant="ghost" to="/alerts/rules">
                {t`All rules`}
              </ButtonLink>
            )}
            {add}
          </div>
          {isFull && <p className="rule-list-note">{t`You have reached the limit. Delete a rule to add another.`}</p>}
          <ul aria-labelledby={titleId}>
            {rules.map((rule) => (
              <RuleRow
                key={rule.id}
                rule={rule}
                names={names}
                here={device?.espid ?? null}
                onEdit={(edited) => setEditing({ rule: edited })}
              />
            ))}
          </ul>
        </Card>
      )}
      {editing && (
        <Suspense fallback={null}>
          <RuleEditor device={device} names={names} rule={editing.rule} onClose={() => setEditing(null)} />
        </Suspense>
      )}
    </>
  );
}
