import type {
  Calibration,
  Device,
  RemovalPreview,
  RetentionRequest,
  VariableSettings,
  VariableSetUp,
} from '@cyno/contract';
import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { api, hasFields } from '../../../../lib/api/api-client.ts';
import { devicesQuery, sharedDevicesQuery } from '../../devices/index.ts';

const setUpList = hasFields<{ variables: VariableSetUp[] }>('variables');
const removal = hasFields<RemovalPreview>('values', 'oldest');

const pathOf = (espid: string) => `/api/device/${encodeURIComponent(espid)}/variables`;

/** What the owner set of each variable; fetched again whenever one comes to look otherwise. */
export const setUpsQuery = ({ espid, variables }: Device) =>
  queryOptions({
    queryKey: [
      'variables',
      espid,
      variables.map(({ key, label, unit, hue, decimals, range }) => [key, label, unit, hue, decimals, range]),
    ],
    queryFn: async ({ signal }): Promise<VariableSetUp[]> => {
      const { variableSetUpList } = await import('@cyno/contract');
      return (await api.get(pathOf(espid), variableSetUpList, { signal })).variables;
    },
    placeholderData: keepPreviousData,
  });

type Change = { key: string; settings: VariableSettings | null };

/** Sets how a variable is shown, or forgets it (`settings` null) until the board sends it again. */
export function useSetUpVariable(espid: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async ({ key, settings }: Change): Promise<void> => {
      const { variableSetUpList } = await import('@cyno/contract');
      const path = `${pathOf(espid)}/${encodeURIComponent(key)}`;
      await (settings === null ? api.delete(path, variableSetUpList) : api.put(path, settings, variableSetUpList));
    },
    onSuccess: () =>
      Promise.all([client.invalidateQueries(devicesQuery), client.invalidateQueries(sharedDevicesQuery)]),
  });
}

type VariableChange<Body> = { key: string } & Body;

/** Calls that change what a variable's numbers mean, and for how long they are stored. */
function useVariableMutation<Body>(espid: string, action: 'calibration' | 'retention') {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async ({ key, ...body }: VariableChange<Body>): Promise<void> => {
      await api.put(`${pathOf(espid)}/${encodeURIComponent(key)}/${action}`, body, setUpList);
    },
    onSuccess: () =>
      Promise.all(
        ['variables', 'calibrations', 'automations'].map((of) => client.invalidateQueries({ queryKey: [of, espid] })),
      ),
  });
}

/** From now on a value is what the board sends × scale + offset. */
export const useCalibrate = (espid: string) => useVariableMutation<Calibration>(espid, 'calibration');

/** Keeps a variable for some days; null: as long as the plan. */
export const useRetention = (espid: string) => useVariableMutation<RetentionRequest>(espid, 'retention');

/** How much a limit of so many days would remove. */
export const fetchRemoval = (espid: string, key: string, days: number): Promise<RemovalPreview> =>
  api.get(`${pathOf(espid)}/${encodeURIComponent(key)}/retention?days=${days}`, removal);
