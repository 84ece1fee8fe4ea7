import type {
  AutomationDefinition,
  AutomationPreview,
  AutomationRun,
  AutomationState,
  DryRunRequest,
  SceneList,
} from '@cyno/contract';
import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call } from '../../../lib/api/api-client.ts';
import { queryKeys } from '../../../lib/api/query-keys.ts';

/** Everything that the Automation tab lists; the live connection notifies when to fetch it again. */
export const automationQuery = (espid: string) =>
  queryOptions({
    queryKey: queryKeys.automation(espid),
    queryFn: ({ signal }): Promise<AutomationState> =>
      call('GET /api/device/:espid/automations', { params: { espid }, signal }),
    staleTime: 10_000,
  });

/** The scenes of the account; the live connection notifies when to fetch them again. */
export const scenesQuery = queryOptions({
  queryKey: queryKeys.scenes(),
  queryFn: ({ signal }): Promise<SceneList> => call('GET /api/scenes', { signal }),
  staleTime: 10_000,
});

/** The alert rules of the account. */
export const alertRulesQuery = queryOptions({
  queryKey: queryKeys.alertRules(),
  queryFn: ({ signal }) => call('GET /api/alert-rules', { signal }),
  staleTime: 60_000,
});

const pageRuns = 25;

/** What automations of a device did, newest first, some at a time; null: of all of them. */
export const runsQuery = (espid: string, automation: number | null) =>
  infiniteQueryOptions({
    queryKey: queryKeys.runs(espid, automation),
    queryFn: async ({ pageParam, signal }): Promise<AutomationRun[]> => {
      const query = { limit: pageRuns, automation: automation ?? undefined, before: pageParam ?? undefined };
      return (await call('GET /api/device/:espid/automations/runs', { params: { espid }, query, signal })).runs;
    },
    initialPageParam: null as number | null,
    getNextPageParam: (page: AutomationRun[]) => (page.length < pageRuns ? undefined : (page.at(-1)?.id ?? null)),
    staleTime: 10_000,
  });

/** Where a definition would run; `id` is the automation whose place it takes. */
export const previewQuery = (espid: string, definition: AutomationDefinition, id: number | null) =>
  queryOptions({
    queryKey: queryKeys.automationPreview(espid, { definition, id }),
    queryFn: async ({ signal }): Promise<AutomationPreview> => {
      const body = { definition, ...(id !== null && { id }) };
      return call('POST /api/device/:espid/automations/preview', { params: { espid }, body, signal });
    },
    staleTime: 5_000,
    gcTime: 30_000,
    placeholderData: keepPreviousData,
  });

/** What a definition would have done in the last days. */
export const dryRunQuery = (espid: string, { definition, days }: DryRunRequest) =>
  queryOptions({
    queryKey: queryKeys.automationDryRun(espid, { definition, days }),
    queryFn: ({ signal }) =>
      call('POST /api/device/:espid/automations/dry-run', { params: { espid }, body: { definition, days }, signal }),
    staleTime: 60_000,
    gcTime: 60_000,
    placeholderData: keepPreviousData,
  });
