import type { OutputMode, OwnSketch, Project, SketchCatalog, SketchSetup } from '@cyno/contract';
import { t } from '@lingui/core/macro';
import { typedNumber } from '../../../../lib/format/typed-number.ts';

/** Rows of the form as they are typed; `id` distinguishes rows while they are edited. */
export type VariableRow = {
  id: string;
  key: string;
  label: string;
  unit: string;
  min: string;
  max: string;
  decimals: string;
};
export type OutputRow = { id: string; pin: string; name: string; mode: OutputMode };
export type EventRow = { id: string; name: string; label: string; initial: string };
export type OwnForm = {
  variables: readonly VariableRow[];
  outputs: readonly OutputRow[];
  events: readonly EventRow[];
  /** Null: the board announces none. */
  template: { name: string; version: string } | null;
  intervalS: string;
};

/** A project as it is edited; kit and own set-up are both held, so that going back and forth loses nothing. */
export type SetupForm = {
  name: string;
  board: string;
  host: string;
  type: SketchSetup['content']['type'];
  kit: string;
  own: OwnForm;
};

/** The most rows of each kind that a sketch can have. */
export const rowLimits = { variables: 32, outputs: 20, events: 20 };

let lastRow = 0;
const rowId = (): string => {
  lastRow += 1;
  return `row${lastRow}`;
};

/** A name that no row has yet: `value1`, `value2`… */
function freeName(stem: string, taken: readonly string[]): string {
  let number = 1;
  while (taken.includes(`${stem}${number}`)) number += 1;
  return `${stem}${number}`;
}

/** Another variable, valid as it is. */
export const newVariable = (rows: readonly VariableRow[]): VariableRow => ({
  id: rowId(),
  key: freeName(
    'value',
    rows.map(({ key }) => key),
  ),
  label: '',
  unit: '',
  min: '0',
  max: '100',
  decimals: '1',
});

/** Another output on the first pin that is free and has nothing to mind. */
export function newOutput(rows: readonly OutputRow[], pins: SketchCatalog['boards'][number]['pins']): OutputRow {
  const free = pins.filter(({ pin, modes }) => modes.length > 0 && rows.every((row) => row.pin !== pin));
  const pin = free.find(({ note }) => note === null) ?? free[0];
  return { id: rowId(), pin: pin?.pin ?? '', name: '', mode: 'digit' };
}

/** Another event, valid as it is. */
export const newEvent = (rows: readonly EventRow[]): EventRow => ({
  id: rowId(),
  name: freeName(
    'event',
    rows.map(({ name }) => name),
  ),
  label: '',
  initial: '0',
});

/** Where one's own set-up starts: a single value to be replaced by the sensor's. */
function firstOwn(): OwnForm {
  const temperature = { key: 'temp', label: t`Temperature`, unit: '°C', min: '20', max: '30', decimals: '1' };
  return { variables: [{ id: rowId(), ...temperature }], outputs: [], events: [], template: null, intervalS: '5' };
}

/** The form of a new project: the first board and a kit that runs on it. */
export function newForm({ boards, kits }: SketchCatalog, host: string): SetupForm {
  const board = boards[0]?.id ?? '';
  const kit = kits.find((one) => one.boards.includes(board))?.id ?? '';
  return { name: '', board, host, type: 'kit', kit, own: firstOwn() };
}

/** The form of a saved set-up; `otherKit` stands ready for one of one's own. */
export function formOf(name: string, { board, host, content }: SketchSetup, otherKit: string): SetupForm {
  const own = content.type === 'own' ? ownFormOf(content.own) : firstOwn();
  return { name, board, host, type: content.type, kit: content.type === 'kit' ? content.kit : otherKit, own };
}

/** The form of a saved project, with a kit of its board at hand if it has none. */
export const savedForm = ({ name, setup }: Project, { kits }: SketchCatalog): SetupForm =>
  formOf(name, setup, kits.find(({ boards }) => boards.includes(setup.board))?.id ?? '');

function ownFormOf({ variables, outputs, events, template, intervalS }: OwnSketch): OwnForm {
  return {
    variables: variables.map(({ min, max, decimals, ...texts }) => ({
      id: rowId(),
      ...texts,
      min: String(min),
      max: String(max),
      decimals: String(decimals),
    })),
    outputs: outputs.map((output) => ({ id: rowId(), ...output })),
    events: events.map((event) => ({ id: rowId(), ...event })),
    template: template && { name: template.name, version: String(template.version) },
    intervalS: String(intervalS),
  };
}

/** The content of the form, for the server; only of a form in which `checkSetup` finds nothing. */
export function setupOf({ board, host, type, kit, own }: SetupForm): SketchSetup {
  const content = type === 'kit' ? { type, kit } : { type, own: ownOf(own) };
  return { board, host: host.trim(), content };
}

function ownOf({ variables, outputs, events, template, intervalS }: OwnForm): OwnSketch {
  return {
    variables: variables.map(({ key, label, unit, min, max, decimals }) => ({
      key: key.trim(),
      label: label.trim(),
      unit: unit.trim(),
      min: typedNumber(min),
      max: typedNumber(max),
      decimals: typedNumber(decimals),
    })),
    outputs: outputs.map(({ pin, name, mode }) => ({ pin, name: name.trim(), mode })),
    events: events.map(({ name, label, initial }) => ({
      name: name.trim(),
      label: label.trim(),
      initial: initial.trim(),
    })),
    template: template && { name: template.name.trim(), version: typedNumber(template.version) },
    intervalS: typedNumber(intervalS),
  };
}
