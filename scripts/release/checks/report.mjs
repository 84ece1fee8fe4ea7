import { OneLineError } from '../../bootstrap/run.mjs';

/** Prints a figure or a step that was taken; `right` false ends the run. */
export function report(sentence, right = true) {
  console.log(`${right ? 'ok' : 'NOT OK'}  ${sentence}`);
  if (!right) throw new OneLineError(`The packages are not as they should be: ${sentence}`);
}
