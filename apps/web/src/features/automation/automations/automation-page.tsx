import type { Automation, AutomationState } from '@cyno/contract';
import { devicesNamedBy } from '@cyno/contract/definition-conditions';
import { t } from '@lingui/core/macro';
import { useQueries, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { failureText } from '../../../lib/api/failure-text.ts';
import { isFirstFetch } from '../../../lib/api/is-first-fetch.ts';
import { useWatch } from '../../../lib/live/live-client.ts';
import { Skeleton } from '../../../ui/cards/skeleton.tsx';
import { ErrorState } from '../../../ui/cards/states.tsx';
import { controlQuery } from '../../boards/control/index.ts';
import type { SeenDevice } from '../../boards/devices/index.ts';
import { AutomationList } from './automation-list.tsx';
import './automation-page.css';
import { alertRulesQuery, automationQuery, scenesQuery } from '../definitions/index.ts';

/** The Automation tab: the device's timers and rules as sentences, and what they did. */
export function AutomationPage({ device }: { device: SeenDevice }) {
  const { espid } = device;
  const { data, error, refetch } = useQuery(automationQuery(espid));
  const watched = useMemo(() => readDevices(espid, data), [espid, data]);
  useWatch(watched);
  // Names that came later than the sentences would make them longer, and move what is below.
  const named = useQueries({ queries: [controlQuery(espid), scenesQuery, alertRulesQuery] });
  if (data && (!named.some(isFirstFetch) || data.automations.length === 0))
    return <AutomationList device={device} state={data} />;
  if (!data && error) {
    return (
      <ErrorState title={t`Automations did not load`} onRetry={() => void refetch()}>
        {failureText(error)}
      </ErrorState>
    );
  }
  return (
    <div className="automation" aria-busy="true">
      <span className="sr-only">{t`Loading automations`}</span>
      <Skeleton width={280} height={20} />
      <Skeleton height={220} className="automation-bone" />
      <Skeleton height={160} className="automation-bone" />
    </div>
  );
}

/** The device and all that its rules read: their values are shown live. */
function readDevices(espid: string, state: AutomationState | undefined): string[] {
  const read = ({ definition }: Automation) => devicesNamedBy(definition);
  return [...new Set([espid, ...(state?.automations ?? []).flatMap(read), ...(state?.readers ?? []).flatMap(read)])];
}
