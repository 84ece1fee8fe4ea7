import type { SketchRequest } from '@cyno/contract';
import { cutText } from '@cyno/contract/cut-text';
import { ApiError } from '../../../lib/api/api-client.ts';
import { useSettled } from '../../../lib/browser/use-settled.ts';
import { useStoredChoice } from '../../../lib/browser/use-stored-choice.ts';
import { useGenerated } from './project-queries.ts';
import { problemsOf } from './setup/check-setup.ts';
import { setupOf } from './setup/setup-form.ts';
import type { Editing } from './use-project-form.ts';

/** Typing is not followed letter by letter. */
const quietMs = 350;
const longestName = 40;

/** The sketch of what is being edited. */
export type MadeSketch = ReturnType<typeof useSketchOf>;

/** Makes the sketch of a set-up again whenever it has changed and can be made. */
export function useSketchOf({ form, problems: open }: Editing) {
  const [format, chooseFormat] = useStoredChoice('cyno.sketch.format', ['arduino', 'platformio']);
  const canBeMade = Object.keys(open).length === 0;
  const name = cutText(form.name.trim(), longestName).trim() || 'Sketch';
  const wanted = canBeMade ? JSON.stringify({ name, setup: setupOf(form), format } satisfies SketchRequest) : 'null';
  const request = JSON.parse(useSettled(wanted, quietMs)) as SketchRequest | null;
  const { data, error, isFetching, refetch } = useGenerated(request);
  const refused = error instanceof ApiError ? problemsOf(error.fields) : {};
  return {
    files: data,
    /** What to request from the server when it is downloaded; null while something is wrong. */
    request: canBeMade ? request : null,
    format,
    chooseFormat,
    /** A newer sketch is on its way. */
    isMaking: canBeMade && (isFetching || JSON.stringify(request) !== wanted),
    /** Why the sketch shown, if any, is not that of the form. */
    isBlocked: !canBeMade,
    error: request === null ? null : error,
    problems: request === null ? {} : refused,
    retry: () => void refetch(),
  };
}
