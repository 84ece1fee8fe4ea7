import type {
  AutomationDefinition,
  AutomationPreview,
  AutomationRun,
  AutomationState,
  DryRun,
  DryRunRequest,
} from '@cyno/contract';
import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import { api, hasFields } from '../../../lib/api/api-client.ts';

const contract = () => import('@cyno/contract');

/** The address of a device's automations, or of something below them. */
export const automationPath = (espid: string, rest = ''): string =>
  `/api/device/${encodeURIComponent(espid)}/automations${rest}`;

/** Everything that the Automation tab lists; the live connection notifies when to fetch it again. */
export const automationQuery = (espid: string) =>
  queryOptions({
    queryKey: ['automation', espid],
    queryFn: async ({ signal }): Promise<AutomationState> =>
      api.get(automationPath(espid), (await contract()).automationState, { signal }),
    staleTime: 10_000,
  });

const pageRuns = 25;

/** What automations of a device did, newest first, some at a time; null: of all of them. */
export const runsQuery = (espid: string, automation: number | null) =>
  infiniteQueryOptions({
    queryKey: ['automation', espid, 'runs', automation],
    queryFn: async ({ pageParam, signal }): Promise<AutomationRun[]> => {
      const params = new URLSearchParams({ limit: String(pageRuns) });
      if (automation !== null) params.set('automation', String(automation));
      if (pageParam !== null) params.set('before', String(pageParam));
      const { automationRuns } = await contract();
      return (await api.get(automationPath(espid, `/runs?${params}`), automationRuns, { signal })).runs;
    },
    initialPageParam: null as number | null,
    getNextPageParam: (page: AutomationRun[]) => (page.length < pageRuns ? undefined : (page.at(-1)?.id ?? null)),
    staleTime: 10_000,
  });

/** Where a definition would run; `id` is the automation whose place it takes. */
export const previewQuery = (espid: string, definition: AutomationDefinition, id: number | null) =>
  queryOptions({
    queryKey: ['automation-preview', espid, definition, id],
    queryFn: async ({ signal }): Promise<AutomationPreview> => {
      const body = { definition, ...(id !== null && { id }) };
      return api.post(automationPath(espid, '/preview'), body, (await contract()).automationPreview, { signal });
    },
    staleTime: 5_000,
    gcTime: 30_000,
    placeholderData: keepPreviousData,
  });

// Checking thousands of points one by one would make a long task of each response.
const dryRun = hasFields<DryRun>('from', 'to', 'count', 'firings', 'series');

/** What a definition would have done in the last days. */
export const dryRunQuery = (espid: string, { definition, days }: DryRunRequest) =>
  queryOptions({
    queryKey: ['automation-dry-run', espid, definition, days],
    queryFn: ({ signal }) => api.post(automationPath(espid, '/dry-run'), { definition, days }, dryRun, { signal }),
    staleTime: 60_000,
    gcTime: 60_000,
    placeholderData: keepPreviousData,
  });
