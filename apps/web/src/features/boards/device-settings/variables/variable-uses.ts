import type { VariableUses } from '@cyno/contract';
import { plural, t } from '@lingui/core/macro';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../../../lib/api/api-client.ts';
import { queryKeys } from '../../../../lib/api/query-keys.ts';
import { formatList } from '../../../../lib/format/format-list.ts';

const maxNamed = 5;
type VariableUse = VariableUses['uses'][number];

/** What has no values without a variable. */
export const usesQuery = (espid: string, key: string) =>
  queryOptions({
    queryKey: queryKeys.variableUses(espid, key),
    queryFn: ({ signal }): Promise<VariableUses> =>
      call('GET /api/device/:espid/variables/:key/uses', { params: { espid, key }, signal }),
    staleTime: 0,
    gcTime: 0,
  });

/** What gets no values without a variable, as a sentence; null: nothing. */
export function usesText({ uses, hidden }: VariableUses): string | null {
  if (uses.length + hidden === 0) return null;
  const named = uses.slice(0, maxNamed).map((use) => (use.device === null ? textOfUse(use) : textWithDevice(use)));
  const more = uses.length - named.length + hidden;
  const rest = named.length === 0 ? plural(more, { one: '# item of its owner', other: '# items of its owner' }) : null;
  const items = more === 0 ? named : [...named, rest ?? t`${more} more`];
  return t`These will get no values: ${{ items: formatList(items) }}.`;
}

function textOfUse({ kind, name }: VariableUse): string {
  switch (kind) {
    case 'formula':
      return t`formula “${name}”`;
    case 'automation':
      return t`automation “${name}”`;
    case 'alert':
      return t`alert “${name}”`;
    case 'dashboard':
      return t`dashboard “${name}”`;
  }
}

const textWithDevice = (use: VariableUse): string => t`${{ use: textOfUse(use) }} of ${{ device: use.device ?? '' }}`;
