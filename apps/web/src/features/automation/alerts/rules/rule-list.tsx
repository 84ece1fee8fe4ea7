import type { AlertRule } from '@cyno/contract';
import { IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useId, useState } from 'react';
import { failureText } from '../../../../lib/api/failure-text.ts';
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
      <ErrorState title="The rules did not load" onRetry={() => void refetch()}>
        {failureText(error)}
      </ErrorState>
    );
  }
  if (!data) {
    return (
      <div aria-busy="true">
        <span className="sr-only">Loading the rules</span>
        <Skeleton height={200} width="auto" className="rule-list-bone" />
      </div>
    );
  }
  const rules = device ? data.rules.filter((rule) => watches(rule, device)) : data.rules;
  const isFull = data.rules.length >= data.allowed;
  const add = (
    <Button variant="primary" icon={IconPlus} disabled={isFull} onClick={() => setEditing({ rule: null })}>
      Add rule
    </Button>
  );
  return (
    <>
      {rules.length === 0 ? (
        <EmptyState title="No rules yet" actions={add}>
          A rule watches values and whether devices send data, and raises an alert when something is wrong.
        </EmptyState>
      ) : (
        <Card aria-labelledby={titleId}>
          <div className="rule-list-head">
            <h2 id={titleId}>
              {device ? 'Rules for this device' : 'Rules'}{' '}
              <span className="rule-list-count num">
                {rules.length}
                {!device && isFull && ` of ${data.allowed}`}
              </span>
            </h2>
            {device && (
              <ButtonLink variant="ghost" to="/alerts/rules">
                All rules
              </ButtonLink>
            )}
            {add}
          </div>
          {isFull && (
            <p className="rule-list-note">You have as many rules as you can have. Delete one to add another.</p>
          )}
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
