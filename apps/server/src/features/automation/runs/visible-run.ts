import { type AutomationRun, type RunFact, type RunReport, type RunStatement, runText } from '@cyno/contract';

/** What somebody may know of the account whose device ran something. */
export interface RunReader {
  readonly isOwner: boolean;
  /** Whether they may see a device of this name. */
  knowsDevice(name: string): boolean;
}

/** A run as somebody sees it who may see only some devices of its owner: what is not shared with them has no name. */
export function visibleRun(run: AutomationRun, reader: RunReader): AutomationRun {
  if (reader.isOwner) return run;
  const whyReport = visibleReport(run.whyReport, reader);
  const resultReport = visibleReport(run.resultReport, reader);
  return {
    ...run,
    whyReport,
    resultReport,
    // What an older version stored in English alone may name anything.
    why: runText(whyReport, 'en'),
    result: runText(resultReport, 'en'),
  };
}

const visibleReport = (report: RunReport, reader: RunReader): RunReport =>
  report.map((statement) => visibleStatement(statement, reader));

function visibleStatement(statement: RunStatement, reader: RunReader): RunStatement {
  switch (statement.code) {
    case 'held':
    case 'continued':
      return { ...statement, facts: statement.facts.map((fact) => visibleFact(fact, reader)) };
    case 'alert_ceased':
    case 'alert_not_held':
      return { ...statement, name: null };
    case 'message_queued':
      return { ...statement, subject: '' };
    case 'scene_ended':
      return { ...statement, scene: '' };
    default:
      return 'device' in statement ? { ...statement, device: visibleName(statement.device, reader) } : statement;
  }
}

function visibleFact(fact: RunFact, reader: RunReader): RunFact {
  if (fact.kind === 'value') return { ...fact, device: visibleName(fact.device, reader) };
  return fact.kind === 'alert' ? { ...fact, name: null, device: visibleName(fact.device, reader) } : fact;
}

/** Empty: another device. */
function visibleName<Name extends string | null>(name: Name, { knowsDevice }: RunReader): Name | '' {
  return name === null || knowsDevice(name) ? name : '';
}
