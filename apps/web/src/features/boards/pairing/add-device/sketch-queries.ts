import type { SketchRequest, SketchResponse } from '@cyno/contract';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { call } from '../../../../lib/api/api-client.ts';
import { queryKeys } from '../../../../lib/api/query-keys.ts';
import { currentLanguage } from '../../../../lib/language/language.ts';
import { downloadZip, isHost } from '../../sketches/index.ts';

/** Which sketch: the board, the sensor kit, and the host that the board shall connect to. */
export type SketchChoice = { board: string; kit: string; host: string };

/** The sketch of a kit for the Arduino IDE, named after the kit. */
const requestFor = ({ board, kit, host }: SketchChoice): SketchRequest => ({
  name: kit,
  setup: { board, host, content: { type: 'kit', kit } },
  format: 'arduino',
});

/** The files of a sketch, with the account's e-mail and connection key filled in; the last one stays while the next comes. */
export function useSketch(choice: SketchChoice | undefined, connectionKey: string | undefined) {
  const language = currentLanguage();
  return useQuery({
    queryKey: queryKeys.boardSketch({ choice, connectionKey, language }),
    queryFn: async ({ signal }): Promise<SketchResponse> => {
      if (choice === undefined) throw new Error('There is no choice of a sketch');
      return call('POST /api/sketches/generate', { query: { language }, body: requestFor(choice), signal });
    },
    enabled: choice !== undefined && isHost(choice.host),
    placeholderData: keepPreviousData,
    staleTime: Number.POSITIVE_INFINITY,
  });
}

/** Downloads a sketch with its build files as one zip; throws `ApiError`. */
export const downloadSketch = (choice: SketchChoice, name: string): Promise<void> =>
  downloadZip(name, requestFor(choice));
