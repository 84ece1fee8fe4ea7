import type { VariableUses } from '@cyno/contract';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../../../lib/api/api-client.ts';

const maxNamed = 5;
const kinds = { formula: 'formula', automation: 'automation', alert: 'alert', dashboard: 'dashboard' } as const;

/** What has no values without a variable. */
export const usesQuery = (espid: string, key: string) =>
  queryOptions({
    queryKey: ['variable-uses', espid, key],
    queryFn: ({ signal }): Promise<VariableUses> =>
      call('GET /api/device/:espid/variables/:key/uses', { params: { espid, key }, signal }),
    staleTime: 0,
    gcTime: 0,
  });

/** Who uses a variable, as a sentence; null: nobody. */
export function usesText({ uses, hidden }: VariableUses): string | null {
  const named = uses
    .slice(0, maxNamed)
    .map(({ kind, name, device }) => `the ${kinds[kind]} “${name}”${device === null ? '' : ` of ${device}`}`);
  const more = uses.length - named.length + hidden;
  const parts = [...named, ...(more === 0 ? [] : [named.length === 0 ? `${more} of its owner’s` : `${more} more`])];
  const [last] = parts.splice(-1);
  if (last === undefined) return null;
  return `Used by ${parts.length === 0 ? last : `${parts.join(', ')} and ${last}`}.`;
}
