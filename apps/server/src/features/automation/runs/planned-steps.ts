import type { AutomationDefinition, RunReport } from '@cyno/contract';
import { type NewRun, whyOf } from './run-row.ts';

interface Beginning {
  readonly automationId: number;
  readonly phase: 'start' | 'back';
  readonly at: number;
  readonly why: RunReport;
  readonly cause?: NewRun['cause'];
}

/** The steps that follow when an automation begins or its conditions cease, each with the instant of its turn. */
export function plannedSteps(definition: AutomationDefinition, { why, ...beginning }: Beginning): NewRun[] {
  const { phase, at } = beginning;
  const known = { ...beginning, ...whyOf(why), result: '', outcome: 'waiting' as const, beganAt: at };
  const otherwise = definition.kind === 'rule' ? definition.otherwise : undefined;
  let dueAt = at;
  return ((phase === 'start' ? definition.next : otherwise) ?? []).flatMap((step, index): NewRun[] => {
    if (step.kind === 'wait') {
      dueAt += step.seconds * 1_000;
      return [];
    }
    return [{ ...known, dueAt, step: index + 1, action: step }];
  });
}
