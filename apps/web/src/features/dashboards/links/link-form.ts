import type { LinkChange, NewLink, PublicLink } from '@cyno/contract';
import { t } from '@lingui/core/macro';
import { useState } from 'react';
import { displaySettings } from '../../../lib/format/display-settings.ts';
import { liveNow } from '../../../lib/live/live-client.ts';
import { instantOf } from '../../../ui/fields/local-instant.ts';

export type LinkEnd = 'unchanged' | 'never' | 'day' | 'week' | 'date';

type Draft = {
  name: string;
  /** Null: as it is, or none when the link is new. */
  password: string | null;
  end: LinkEnd;
  date: string;
  exposed: readonly string[];
  /** As typed, an origin a line. */
  origins: string;
};
export type LinkProblems = Partial<Record<'name' | 'password' | 'end' | 'origins', string>>;

const dayMs = 86_400_000;
const endOfDay = 86_399;

export type LinkForm = ReturnType<typeof useLinkForm>;

/** What is typed for a new link, or for changes of one. */
export function useLinkForm(link: PublicLink | null, controls: ReadonlySet<string>) {
  const [draft, setDraft] = useState<Draft>({
    name: link?.name ?? '',
    password: null,
    end: link ? 'unchanged' : 'never',
    date: '',
    // A control that was taken off the dashboard is not there to be operated.
    exposed: link?.exposed.filter((id) => controls.has(id)) ?? [],
    origins: link?.origins.join('\n') ?? '',
  });
  const [problems, setProblems] = useState<LinkProblems>({});
  return {
    draft,
    problems,
    set: (change: Partial<Draft>) => setDraft((before) => ({ ...before, ...change })),
    /** What is to be saved, or null when something is wrong, which is then shown. */
    read(): (NewLink & LinkChange) | null {
      const expiresAt = expiryOf(draft, link);
      const found = problemsOf(draft, expiresAt);
      setProblems(found);
      if (expiresAt === undefined || Object.keys(found).length > 0) return null;
      const origins = linesOf(draft.origins).map((line) => URL.parse(line)?.origin ?? line);
      // Null means that there is none; leaving the password out would keep it, which only a change can.
      const password = draft.password === null && link ? undefined : draft.password || null;
      return {
        name: draft.name.trim(),
        expiresAt,
        origins,
        exposed: [...draft.exposed],
        ...(password !== undefined && { password }),
      } as NewLink & LinkChange;
    },
  };
}

/** Undefined: the day is missing. */
function expiryOf({ end, date }: Draft, link: PublicLink | null): number | null | undefined {
  switch (end) {
    case 'unchanged':
      return link?.expiresAt ?? null;
    case 'never':
      return null;
    case 'day':
      return Math.round(liveNow()) + dayMs;
    case 'week':
      return Math.round(liveNow()) + 7 * dayMs;
    case 'date':
      return instantOf({ day: date, second: endOfDay }, displaySettings().timeZone) ?? undefined;
  }
}

const linesOf = (text: string): string[] => text.split(/[\s,]+/).filter((line) => line !== '');

function problemsOf({ name, password, origins }: Draft, expiresAt: number | null | undefined): LinkProblems {
  const wrong = linesOf(origins).find((line) => !/^https?:$/.test(URL.parse(line)?.protocol ?? ''));
  const isOver = expiresAt === undefined || (expiresAt !== null && expiresAt <= liveNow());
  return {
    ...(name.trim() === '' && { name: t`Enter a name.` }),
    ...(password !== null && password !== '' && password.length < 8 && { password: t`At least 8 characters.` }),
    ...(isOver && { end: t`Choose today or a later day.` }),
    ...(wrong !== undefined && {
      origins: t`“${wrong}” is not the address of a website, such as https://example.com.`,
    }),
  };
}
