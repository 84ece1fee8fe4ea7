import type { JoinedConditions, RunFact, RunReport } from '@cyno/contract';
import { type AlertFact, AlertWatch } from './watches/alert-watch.ts';
import { JoinedWatch, type KnownValues } from './watches/joined-watch.ts';
import type { RuleSurroundings } from './watches/watch.ts';

/** What is known at an instant. */
export interface KnownNow extends KnownValues {
  readonly surroundings: RuleSurroundings;
  readonly now: number;
  /** How alerts stand, of each rule and device at least the newest. */
  readonly alerts: readonly AlertFact[];
  /** What people call an alert rule; null: nothing. */
  ruleName(ruleId: number): string | null;
}

/** What conditions come to that are looked at once: why they do not hold, or null with what made them hold. */
export function evaluateOnce(joined: JoinedConditions, known: KnownNow): { left: RunReport | null; facts: RunFact[] } {
  const watch = new JoinedWatch(joined, known.surroundings, false);
  watch.seed(known);
  for (const one of watch.watches) {
    if (!(one instanceof AlertWatch)) continue;
    for (const fact of known.alerts) one.observe(fact);
    one.known(known.ruleName(one.condition.ruleId));
  }
  const verdict = watch.judge(known.now, false);
  if (verdict.state !== 'holds') return { left: verdict.reason(), facts: [] };
  return { left: null, facts: watch.fulfilments(known.now, false).flatMap(({ fact }) => fact ?? []) };
}
