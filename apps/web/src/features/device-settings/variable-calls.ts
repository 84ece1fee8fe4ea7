import type { Device, VariableSettings, VariableSetUp } from '@cyno/contract';
import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from '../../lib/api-client.ts';
import { devicesQuery, sharedDevicesQuery } from '../../lib/device-queries.ts';

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

/** Says how a variable is shown, or forgets it (`settings` null) until the board sends it again. */
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
