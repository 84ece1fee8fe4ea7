import type { OwnSketch } from '@cyno/contract';
import { eventProblem, outputProblem } from '@cyno/device-protocol';
import type { Board } from './boards.ts';
import { budgetOf } from './kit.ts';

/** What a field of the request is called in a response that refuses it. */
const prefix = 'setup.content.own';

/** Why a set-up of one's own cannot become a sketch: a sentence for each field that is wrong; empty when all is well. */
export function ownProblems(own: OwnSketch, { family, name }: Board): Record<string, string> {
  const problems: Record<string, string> = {};
  const add = (field: string, sentence: string) => {
    problems[`${prefix}.${field}`] ??= sentence;
  };
  const { variables, outputs, events } = own;
  if (variables.length + outputs.length + events.length === 0) {
    add('variables', 'Add a variable, an output or an event: this sketch would do nothing.');
  }
  for (const index of repeated(variables.map(({ key }) => key))) {
    add(`variables.${index}.key`, `The key "${variables[index]?.key}" is used twice. Give each variable its own.`);
  }
  outputs.forEach(({ pin, mode }, index) => {
    const problem = outputProblem(family, { pin, mode, value: 0 });
    if (problem) add(`outputs.${index}.pin`, `${problem.replace('This board', name)}`);
  });
  for (const index of repeated(outputs.map(({ pin }) => pin))) {
    add(`outputs.${index}.pin`, `Pin ${outputs[index]?.pin} is used twice. Choose another one.`);
  }
  events.forEach(({ name: event, initial }, index) => {
    const problem = eventProblem({ name: event, value: initial });
    if (!problem) return;
    const field = eventProblem({ name: event, value: '0' }) === null ? 'initial' : 'name';
    add(`events.${index}.${field}`, problem);
  });
  for (const index of repeated(events.map((event) => event.name))) {
    add(`events.${index}.name`, `The event "${events[index]?.name}" is there twice. Give each its own name.`);
  }
  const { bytes, maxBytes } = budgetOf(own);
  if (bytes > maxBytes) {
    add(
      'variables',
      `These variables make messages of up to ${bytes} bytes, and the library can send ${maxBytes} of them whole. Use fewer variables, shorter keys or fewer decimals.`,
    );
  }
  return problems;
}

/** Places in the list that repeat what stands before. */
const repeated = (list: readonly string[]): number[] =>
  list.flatMap((item, index) => (list.indexOf(item) < index ? [index] : []));
