import { functionCatalogue, signatureOf } from './functions.ts';

const maxOptions = 8;
const wordBefore = /[\p{L}_$][\p{L}\p{M}\p{N}_$]*$/u;
const isName = /^[\p{L}_$][\p{L}\p{M}\p{N}_$]*$/u;
/** The texts of `value(` up to a caret within one of them. */
const valueBefore = /\bvalue\s*\(\s*"(?:([^"]*)"\s*,\s*")?([^"]*)$/;

/** A variable as completion proposes it. */
export interface KnownVariable {
  readonly key: string;
  readonly label: string;
  readonly unit: string;
}

/** Another device as completion proposes it. */
export interface KnownDevice {
  readonly espid: string;
  readonly name: string;
  readonly variables: readonly KnownVariable[];
}

/** What may be inserted, how it is listed, and what it is. */
export interface Completion {
  readonly insert: string;
  readonly label: string;
  readonly detail: string;
}

interface Candidate extends Completion {
  readonly sought: string;
}

interface Completions {
  readonly start: number;
  readonly options: readonly Completion[];
}

/** What may stand at the caret instead of the text from `start` up to it; no options where nothing fits. */
export function completeFormula(
  text: string,
  caret: number,
  { variables, devices }: { variables: readonly KnownVariable[]; devices: readonly KnownDevice[] },
): Completions {
  const before = text.slice(0, caret);
  const isInText = (before.split('"').length - 1) % 2 === 1;
  if (isInText) return completeText(text, caret, { variables, devices });
  const word = wordBefore.exec(before)?.[0] ?? '';
  const start = caret - word.length;
  // Behind a number or a bracket comes no name.
  const isPlace = word !== '' ? !/\d$/.test(before.slice(0, start)) : /(^|[-+*/%^<>=!&|?:(,])\s*$/.test(before);
  if (!isPlace) return { start, options: [] };
  const named = variables.map((variable) => candidateOf(variable, referenceTo(variable.key)));
  const functions = functionCatalogue.map((entry) => ({
    insert: `${entry.name}(`,
    label: signatureOf(entry),
    detail: entry.about,
    sought: entry.name.toLowerCase(),
  }));
  const others = devices.map((device) => candidateOfDevice(device, `value(${JSON.stringify(device.espid)}, "`));
  return { start, options: matching([...named, ...(word === '' ? [] : [...functions, ...others])], word) };
}

/** How a formula names a variable of its device. */
export const referenceTo = (key: string): string => (isName.test(key) ? key : `value(${JSON.stringify(key)})`);

/** Within the texts of `value("device", "name")`; what stands behind the caret up to the closing bracket is not written twice. */
function completeText(
  text: string,
  caret: number,
  { variables, devices }: { variables: readonly KnownVariable[]; devices: readonly KnownDevice[] },
): Completions {
  const found = valueBefore.exec(text.slice(0, caret));
  if (!found) return { start: caret, options: [] };
  const [, espid, word = ''] = found;
  const isClosed = text[caret] === '"';
  const close = isClosed ? '' : '")';
  const ofDevice = espid === undefined ? variables : (devices.find((one) => one.espid === espid)?.variables ?? []);
  const named = ofDevice.map((variable) =>
    candidateOf(variable, `${JSON.stringify(variable.key).slice(1, -1)}${close}`),
  );
  const others = espid === undefined ? devices : [];
  const candidates = [
    ...named,
    ...others.map((device) => candidateOfDevice(device, `${device.espid}${isClosed ? '' : '", "'}`)),
  ];
  return { start: caret - word.length, options: matching(candidates, word) };
}

function candidateOf({ key, label, unit }: KnownVariable, insert: string): Candidate {
  const detail = [label === key ? '' : label, unit].filter(Boolean).join(', ');
  return { insert, label: key, detail, sought: `${key} ${label}`.toLowerCase() };
}

function candidateOfDevice({ espid, name }: KnownDevice, insert: string): Candidate {
  return { insert, label: name, detail: `Device ${espid}`, sought: `${name} ${espid}`.toLowerCase() };
}

function matching(candidates: readonly Candidate[], word: string): Completion[] {
  const sought = word.toLowerCase();
  const found = candidates.filter((one) => one.sought.includes(sought));
  const first = found.filter((one) => one.sought.startsWith(sought));
  const others = found.filter((one) => !one.sought.startsWith(sought));
  const options = [...first, ...others].slice(0, maxOptions).map(({ sought: _, ...option }) => option);
  // Who has written a whole name needs no other that is like it.
  return word !== '' && options.some(({ insert }) => insert === word) ? [] : options;
}
