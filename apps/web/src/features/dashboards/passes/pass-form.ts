import type { NewPass, PassOffer } from '@cyno/contract';
import { cutText } from '@cyno/contract/cut-text';
import { t } from '@lingui/core/macro';
import { useState } from 'react';
import { displaySettings } from '../../../lib/format/display-settings.ts';
import { liveNow } from '../../../lib/live/live-client.ts';
import { instantOf } from '../../../ui/fields/local-instant.ts';
import type { PassTarget } from './pass-offers.ts';

/** An instant as it is chosen: by a word, or as a day and a second of it. */
export type PassMoment = { choice: string; date: string; second: number | null };

type Draft = {
  name: string;
  title: string;
  targetId: string;
  wayId: string;
  value: string;
  uses: string;
  from: PassMoment;
  until: PassMoment;
};
type Problems = Partial<Record<'name' | 'title' | 'value' | 'uses' | 'from' | 'until', string>>;

const hourMs = 3_600_000;
const after: Record<string, number> = { hour: hourMs, day: 24 * hourMs, week: 168 * hourMs };
const noon = 12 * 3600;

export type PassForm = ReturnType<typeof usePassForm>;

/** What is typed for a new pass, and the pass that it makes. */
export function usePassForm(targets: readonly PassTarget[]) {
  const [draft, setDraft] = useState<Draft>(() => {
    const [first] = targets;
    const moment = { date: '', second: noon };
    return {
      name: '',
      value: '',
      uses: '1',
      title: first?.label ?? '',
      targetId: first?.id ?? '',
      wayId: first?.ways[0]?.id ?? '',
      from: { ...moment, choice: 'now' },
      until: { ...moment, choice: 'day' },
    };
  });
  const [problems, setProblems] = useState<Problems>({});
  const target = targets.find(({ id }) => id === draft.targetId);
  const set = (change: Partial<Draft>) => setDraft((before) => ({ ...before, ...change }));
  return {
    draft,
    target,
    problems,
    set,
    choose(targetId: string) {
      const next = targets.find(({ id }) => id === targetId);
      // What the guest reads follows as long as nobody wrote it.
      const follows = draft.title === '' || draft.title === target?.label;
      set({ targetId, wayId: next?.ways[0]?.id ?? '', ...(follows && { title: next?.label ?? '' }) });
    },
    /** The pass, or null when something is wrong, which is then shown. */
    read(): NewPass | null {
      const found = problemsOf(draft, target);
      setProblems(found);
      if (!target || Object.keys(found).length > 0) return null;
      return {
        name: draft.name.trim(),
        title: draft.title.trim(),
        uses: Number(draft.uses),
        target: target.target,
        offers: offersOf(draft, target),
        from: startOf(draft),
        until: endOf(draft) ?? 0,
      };
    },
  };
}

function offersOf({ wayId, value, title }: Draft, { ways }: PassTarget): PassOffer[] {
  const way = ways.find(({ id }) => id === wayId);
  return way?.offers ?? [{ value: value.trim(), label: cutText(title.trim(), 24) }];
}

/** The chosen day and time by the reader's clock; null while one is missing. */
const readMoment = ({ date, second }: PassMoment): number | null =>
  instantOf({ day: date, second }, displaySettings().timeZone);

const startOf = ({ from }: Draft): number | null => (from.choice === 'date' ? readMoment(from) : null);

function endOf({ from, until }: Draft): number | null {
  if (until.choice === 'date') return readMoment(until);
  const start = from.choice === 'date' ? readMoment(from) : Math.round(liveNow());
  return start === null ? null : start + (after[until.choice] ?? hourMs);
}

function problemsOf(draft: Draft, target: PassTarget | undefined): Problems {
  const uses = Number(draft.uses);
  const [from, until] = [startOf(draft), endOf(draft)];
  return {
    ...(draft.name.trim() === '' && { name: t`Enter who the pass is for.` }),
    ...(draft.title.trim() === '' && { title: t`Enter a title.` }),
    ...(target?.ways.length === 0 && draft.value.trim() === '' && { value: t`Enter the value to send.` }),
    ...(!(Number.isInteger(uses) && uses >= 1 && uses <= 1_000) && { uses: t`Enter a number from 1 to 1,000.` }),
    ...(draft.from.choice === 'date' && from === null && { from: t`Choose the day and the time.` }),
    ...(until === null && { until: t`Choose the day and the time.` }),
    ...(until !== null && until <= Math.max(from ?? 0, liveNow()) && { until: t`Choose a later time.` }),
  };
}
