import type { BulkAction, BulkResponse } from '@cyno/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../lib/api/api-client.ts';
import { failureText } from '../../../lib/api/failure-text.ts';
import { reasonText } from '../../../lib/api/reason-texts.ts';
import { devicesQuery } from '../devices/index.ts';

const contract = () => import('@cyno/contract');

/** What could not be done with which device, in the language of the page. */
export function wordedFailures(failed: BulkResponse['failed']): Promise<BulkResponse['failed']> {
  return Promise.all(
    failed.map(async ({ reason, values, ...failure }) => {
      const worded = reason === undefined ? undefined : await reasonText(reason, values ?? {});
      return { ...failure, error: worded ?? failure.error };
    }),
  );
}

/** Does the same with several devices: so many in one request as the server takes, and the responses as one. Throws when the first one fails. */
export function useBulkAction() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async ({
      devices,
      action,
    }: {
      devices: readonly string[];
      action: BulkAction;
    }): Promise<BulkResponse> => {
      const { maxBulk } = await contract();
      const all: BulkResponse = { done: [], failed: [] };
      for (let start = 0; start < devices.length; start += maxBulk) {
        const part = devices.slice(start, start + maxBulk);
        try {
          const response = await call('POST /api/device/bulk', { body: { devices: part, act: action } });
          all.done.push(...response.done);
          all.failed.push(...(await wordedFailures(response.failed)));
        } catch (error) {
          // What was done before is to be reported, and may be undone.
          if (start === 0) throw error;
          all.failed.push(...part.map((espid) => ({ espid, error: failureText(error) })));
        }
      }
      return all;
    },
    onSettled: () => client.invalidateQueries(devicesQuery),
  });
}
