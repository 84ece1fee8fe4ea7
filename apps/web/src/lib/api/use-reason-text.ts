import type { ErrorBody } from '@cyno/contract';
import { useQuery } from '@tanstack/react-query';
import { currentLanguage } from '../language/language.ts';
import { queryKeys } from './query-keys.ts';
import { reasonText } from './reason-texts.ts';

type Problem = Pick<ErrorBody, 'reason' | 'values'> & { problem: string | null };

/** What is wrong as a sentence in the language of the page; in that of the server where the page has none for the reason. */
export function useReasonText({ problem, reason, values = {} }: Problem): string | null {
  const worded = useQuery({
    queryKey: queryKeys.reasonText(currentLanguage(), reason, values),
    queryFn: async () => (reason === undefined ? null : ((await reasonText(reason, values)) ?? null)),
    enabled: problem !== null && reason !== undefined,
    staleTime: Number.POSITIVE_INFINITY,
  });
  if (problem === null || (worded.isFetching && worded.data === undefined)) return null;
  return worded.data ?? problem;
}
