import type { AutomationDefinition } from '@cyno/contract';
import type { NewRun } from './run-row.ts';

interface Beginning {
  readonly automationId: number;
  readonly phase: 'start' | 'back';
  readonly at: number;
  readonly why: string;
  readonly cause?: NewRun['cause'];
}

/** The steps that follow when an automation begins or its conditions cease, each with the instant of its turn. */
export function plannedSteps(definition: AutomationDefinition, beginning: Beginning): NewRun[] {
  const { phase, at } = beginning;
  const otherwise = definition.kind === 'rule' ? definition.otherwise : undefined;
  let dueAt = at;
  return ((phase === 'start' ? definition.next : otherwise) ?? []).flatMap((step, index): NewRun[] => {
    if (step.kind === 'wait') {
      dueAt += step.seconds * 1_000;
      return [];
    }
    return [{ ...beginning, dueAt, outcome: 'waiting', result: '', step: index + 1, action: step, beganAt: at }];
  });
}
