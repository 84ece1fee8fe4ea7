import type {
  Calibration,
  Device,
  RemovalPreview,
  RetentionRequest,
  VariableSettings,
  VariableSetUp,
} from '@cyno/contract';
import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../../lib/api/api-client.ts';
import { queryKeys } from '../../../../lib/api/query-keys.ts';
import { devicesQuery, sharedDevicesQuery, variableLabel } from '../../devices/index.ts';

const withLabels = (setUps: VariableSetUp[]): VariableSetUp[] =>
  setUps.map(({ usual, ...setUp }) => ({ ...setUp, usual: { ...usual, label: variableLabel(usual.label) } }));

/** What the owner set of each variable; fetched again whenever one comes to look otherwise. */
export const setUpsQuery = ({ espid, variables }: Device) =>
  queryOptions({
    queryKey: queryKeys.variables(
      espid,
      variables.map(({ key, label, unit, hue, decimals, range }) => [key, label, unit, hue, decimals, range]),
    ),
    queryFn: async ({ signal }): Promise<VariableSetUp[]> =>
      (await call('GET /api/device/:espid/variables', { params: { espid }, signal })).variables,
    select: withLabels,
    placeholderData: keepPreviousData,
  });

type Change = { key: string; settings: VariableSettings | null };

/** Sets how a variable is shown, or forgets it (`settings` null) until the board sends it again. */
export function useSetUpVariable(espid: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ key, settings }: Change) =>
      settings === null
        ? call('DELETE /api/device/:espid/variables/:key', { params: { espid, key } })
        : call('PUT /api/device/:espid/variables/:key', { params: { espid, key }, body: settings }),
    onSuccess: () =>
      Promise.all([client.invalidateQueries(devicesQuery), client.invalidateQueries(sharedDevicesQuery)]),
  });
}

/** Calls that change what a variable's numbers mean, and for how long they are stored. */
function useVariableMutation<Change>(espid: string, mutationFn: (change: Change) => Promise<unknown>) {
  const client = useQueryClient();
  return useMutation({
    mutationFn,
    onSuccess: () =>
      Promise.all(
        [queryKeys.variables(espid), queryKeys.calibrations(espid), queryKeys.automation(espid)].map((queryKey) =>
          client.invalidateQueries({ queryKey }),
        ),
      ),
  });
}

/** From now on a value is what the board sends × scale + offset. */
export const useCalibrate = (espid: string) =>
  useVariableMutation(espid, ({ key, ...body }: { key: string } & Calibration) =>
    call('PUT /api/device/:espid/variables/:key/calibration', { params: { espid, key }, body }),
  );

/** Keeps a variable for some days; null: as long as the plan. */
export const useRetention = (espid: string) =>
  useVariableMutation(espid, ({ key, ...body }: { key: string } & RetentionRequest) =>
    call('PUT /api/device/:espid/variables/:key/retention', { params: { espid, key }, body }),
  );

/** How much a limit of so many days would remove. */
export const fetchRemoval = (espid: string, key: string, days: number): Promise<RemovalPreview> =>
  call('GET /api/device/:espid/variables/:key/retention', { params: { espid, key }, query: { days } });
