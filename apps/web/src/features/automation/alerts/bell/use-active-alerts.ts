import { useQuery } from '@tanstack/react-query';
import { openAlertsQuery } from '../alert-queries.ts';
import { activeOf } from '../severity.ts';

/** How many alerts of all that the account may see are active and not acknowledged, and the worst severity of them. */
export function useActiveAlerts() {
  return activeOf(useQuery(openAlertsQuery()).data?.active);
}
