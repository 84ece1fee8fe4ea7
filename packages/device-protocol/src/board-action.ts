import type { BoardFamily } from './board-family.ts';
import { type EventCommand, eventProblem, type OutputCommand, outputProblem } from './commands.ts';

/** What a timer or a rule does on a board. */
export type BoardAction = ({ readonly kind: 'output' } & OutputCommand) | ({ readonly kind: 'event' } & EventCommand);

/** Describes why no board of the family could do that, or null. */
export function actionProblem(family: BoardFamily, action: BoardAction): string | null {
  return action.kind === 'output' ? outputProblem(family, action) : eventProblem(action);
}
