import type { SketchBoard, SketchCatalog } from '@cyno/contract';
import { t } from '@lingui/core/macro';
import { typedNumber } from '../../../../lib/format/typed-number.ts';
import { isHost } from '../../../boards/sketches/index.ts';
import { budgetOf, isOverBudget } from './message-budget.ts';
import type { EventRow, OutputRow, OwnForm, SetupForm, VariableRow } from './setup-form.ts';

/** What is wrong, by the path of its field: `host`, `variables.0.key`, `template.name`; `variables` is about all of them. */
export type Problems = Record<string, string>;

/**
 * Checks a form before it goes to the server: the rules of the contract, and those of the device protocol (2.2, 6.4) that need
 * more than one field. An empty result: the sketch can be made.
 */
export function checkSetup({ host, type, kit, board: boardId, own }: SetupForm, catalog: SketchCatalog): Problems {
  const problems: Problems = {};
  const board = catalog.boards.find(({ id }) => id === boardId);
  if (!board) problems.board = t`Choose a board.`;
  if (!isHost(host.trim())) problems.host = t`Enter a host name or IP address, without https:// and without a port.`;
  if (type === 'own') return { ...problems, ...checkOwn(own, board) };
  const text = kitProblem(catalog, kit, board);
  if (text) problems.kit = text;
  return problems;
}

function kitProblem({ kits }: SketchCatalog, kitId: string, board: SketchBoard | undefined): string | undefined {
  const kit = kits.find(({ id }) => id === kitId);
  if (!kit) return t`Choose a kit.`;
  if (!board || kit.boards.includes(board.id)) return undefined;
  return t`${{ kit: kit.name }} does not run on ${{ board: board.name }}. Choose another board or kit.`;
}

function checkOwn(own: OwnForm, board: SketchBoard | undefined): Problems {
  const problems: Problems = {};
  own.variables.forEach((row, index) => {
    for (const [field, text] of variableProblems(row, own.variables)) problems[`variables.${index}.${field}`] = text;
  });
  own.outputs.forEach((row, index) => {
    const text = pinProblem(row, own.outputs, board);
    if (text) problems[`outputs.${index}.pin`] = text;
  });
  own.events.forEach((row, index) => {
    for (const [field, text] of eventProblems(row, own.events)) problems[`events.${index}.${field}`] = text;
  });
  if (own.template && !/^[A-Za-z0-9_-]{1,32}$/.test(own.template.name.trim()))
    problems['template.name'] = t`Use only letters, digits, - and _, up to 32.`;
  if (own.template && !isWhole(own.template.version, 0, 255))
    problems['template.version'] = t`Enter a whole number from 0 to 255.`;
  if (!isWhole(own.intervalS, 1, 3600)) problems.intervalS = t`Enter 1 to 3600 seconds.`;
  const whole = wholeProblem(own);
  if (whole) problems.variables = whole;
  return problems;
}

/** What is wrong with all of it together. */
function wholeProblem({ variables, outputs, events }: OwnForm): string | undefined {
  if (variables.length + outputs.length + events.length === 0)
    return t`This sketch does nothing yet. Add a variable, output or event.`;
  const budget = budgetOf(variables);
  if (!isOverBudget(budget)) return undefined;
  return t`The message can reach ${{ bytes: budget.bytes }} bytes; the limit is ${{ maxBytes: budget.maxBytes }}. Use shorter keys, fewer decimals or fewer variables.`;
}

type Problem = [field: string, text: string];

function* variableProblems({ key, min, max }: VariableRow, rows: readonly VariableRow[]): Generator<Problem> {
  if (!/^[A-Za-z][A-Za-z0-9_]{0,15}$/.test(key.trim()))
    yield ['key', t`Start with a letter, then up to 15 letters, digits or _.`];
  else if (rows.filter((row) => row.key.trim() === key.trim()).length > 1)
    yield ['key', t`Another variable has this key.`];
  for (const [field, text] of [
    ['min', min],
    ['max', max],
  ] as const) {
    if (Number.isNaN(typedNumber(text))) yield [field, t`Enter a number, such as 1000 or 21.5.`];
    else if (Math.abs(typedNumber(text)) > 1e9) yield [field, t`Enter a number from −1,000,000,000 to 1,000,000,000.`];
  }
  if (typedNumber(min) >= typedNumber(max)) yield ['max', t`Enter a number above the minimum.`];
}

function pinProblem({ pin, mode }: OutputRow, rows: readonly OutputRow[], board: SketchBoard | undefined) {
  const known = board?.pins.find((one) => one.pin === pin);
  if (pin === '') return t`Choose a pin.`;
  if (board && !known) return t`${{ board: board.name }} has no pin ${pin}. Choose another pin.`;
  if (known && known.modes.length === 0) return t`Pin ${pin} is input only. Choose another pin.`;
  if (known && !known.modes.includes(mode)) return t`Pin ${pin} does not support this mode.`;
  return rows.filter((row) => row.pin === pin).length > 1 ? t`Another output uses this pin.` : undefined;
}

/** Bounds of the protocol's `Event:name:value`, in which `:` and `,` separate. */
function* eventProblems({ name, initial }: EventRow, rows: readonly EventRow[]): Generator<Problem> {
  if (!isShortText(name, 32)) yield ['name', t`Enter a name without : , and ".`];
  else if (rows.filter((row) => row.name.trim() === name.trim()).length > 1)
    yield ['name', t`Another event has this name.`];
  if (!isShortText(initial, 64)) yield ['initial', t`Enter a value without : , and ".`];
}

const isShortText = (text: string, longest: number): boolean =>
  text.trim() !== '' && text.trim().length <= longest && !/[:,"\p{Cc}]/u.test(text);

function isWhole(text: string, lowest: number, highest: number): boolean {
  const number = typedNumber(text);
  return Number.isInteger(number) && number >= lowest && number <= highest;
}

/** The server's complaints (`setup.content.own.variables.0.key`) under the names that the form uses. */
export function problemsOf(fields: Record<string, string>): Problems {
  return Object.fromEntries(
    Object.entries(fields).map(([path, text]) => [path.replace(/^setup\.(content\.(own\.)?)?/, ''), text]),
  );
}
