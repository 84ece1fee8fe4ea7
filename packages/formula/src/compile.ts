import { FormulaError, type FormulaProblem, problem, type Span } from './formula-error.ts';
import {
  type FunctionEntry,
  functionCatalogue,
  functionsNamed,
  type RememberingFunction,
  signatureOf,
} from './functions.ts';
import { applyBinary, isComparison } from './operators.ts';
import { maxFormulaLength, parseFormula } from './parse.ts';
import type { State } from './state.ts';
import type { BinaryOperator, CallNode, Node } from './syntax.ts';
import { conversion, kindOf } from './units.ts';

/** Functions that remember something cost memory for each device. */
const maxStates = 8;
/** Windows reach back at most so far, days. */
const maxWindowDays = 31;
const dayMs = 86_400_000;

/** A variable as a formula names it; `device` is an espid, null for the formula's own device. */
export interface VariableName {
  readonly device: string | null;
  readonly key: string;
}

/** What a formula may read. */
export interface Scope {
  /** The unit of a variable (null: none); undefined where there is no such variable. */
  unitOf(name: VariableName): string | null | undefined;
}

/** What an evaluation reads: the newest value of each input, and which of them came just now. NaN: there is none. */
export interface Frame {
  at: number;
  isStored: boolean;
  readonly values: Float64Array;
  readonly isFresh: boolean[];
  readonly states: readonly State[];
}

type Evaluate = (frame: Frame) => number;

/** A formula that is ready to be evaluated. */
export interface Formula {
  readonly inputs: readonly VariableName[];
  /** The unit of the result where it follows from those of the inputs. */
  readonly unit: string | null;
  /** True where the result is on or off. */
  readonly isCondition: boolean;
  /** True where a function remembers what was made of several devices: then it matters which of two values of one instant came first. */
  readonly mixesDevices: boolean;
  /** New memories of its functions; none for a formula whose result depends on the newest values alone. */
  readonly begin: readonly (() => State)[];
  readonly evaluate: Evaluate;
}

/** A part of a formula. */
interface Part {
  readonly evaluate: Evaluate;
  readonly unit: string | null;
  /** How often the zero of its unit counts in it; 0: it is how far values are apart, and 5 °C are 9 °F. */
  readonly zeros: number;
  readonly isCondition: boolean;
  /** The inputs that it reads, by their places. */
  readonly reads: ReadonlySet<number>;
}

/** Compiles the text of a formula; throws a FormulaError for what is wrong with it. `unit` is the one that its result is to have. */
export function compileFormula(text: string, scope: Scope, unit: string | null = null): Formula {
  const compiler = new Compiler(text, scope);
  const tree = parseFormula(text);
  const part = compiler.part(tree);
  if (compiler.inputs.length === 0) {
    throw new FormulaError(problem('no_variable_read', {}), {
      start: 0,
      end: Math.min(text.length, maxFormulaLength),
    });
  }
  const [from, to] = [kindOf(part.unit), kindOf(unit)];
  if (from !== undefined && to !== undefined && from !== to) {
    throw new FormulaError(problem('wrong_unit', { unit: String(part.unit), wanted: String(unit) }), tree);
  }
  return {
    inputs: compiler.inputs,
    unit: from !== undefined && to !== undefined ? unit : part.unit,
    isCondition: part.isCondition,
    mixesDevices: compiler.mixesDevices,
    begin: compiler.begin,
    evaluate: converted(part, unit),
  };
}

class Compiler {
  readonly #text: string;
  readonly #scope: Scope;
  readonly inputs: VariableName[] = [];
  readonly begin: (() => State)[] = [];
  mixesDevices = false;

  constructor(text: string, scope: Scope) {
    this.#text = text;
    this.#scope = scope;
  }

  part(node: Node): Part {
    switch (node.type) {
      case 'number':
        return constant(node.value);
      case 'boolean':
        return { ...constant(node.value ? 1 : 0), isCondition: true };
      case 'name':
        return this.#name(node);
      case 'call':
        return this.#call(node);
      case 'unary':
        return this.#unary(node.operator, this.part(node.argument));
      case 'binary':
        return this.#binary(node.operator, node, [node.left, node.right]);
      case 'conditional':
        return this.#choose([node.test, node.then, node.otherwise]);
      case 'duration':
        throw new FormulaError(problem('duration_misplaced', {}), node);
      case 'text':
        throw new FormulaError(problem('text_misplaced', {}), node);
      default:
        return node satisfies never;
    }
  }

  #name(node: Extract<Node, { type: 'name' }>): Part {
    const { name } = node;
    const found = this.#read({ device: null, key: name });
    if (found) return found;
    if (name === 'pi') return constant(Math.PI);
    if (functionsNamed(name).length > 0)
      throw new FormulaError(problem('is_function', { name, examples: examplesOf(name) }), node);
    throw new FormulaError(problem('unknown_variable', { name }), node);
  }

  #read(name: VariableName): Part | undefined {
    const unit = this.#scope.unitOf(name);
    if (unit === undefined) return undefined;
    const known = this.inputs.findIndex(({ device, key }) => device === name.device && key === name.key);
    const place = known < 0 ? this.inputs.push(name) - 1 : known;
    return {
      evaluate: ({ values }) => values[place] ?? Number.NaN,
      unit: unit === '' ? null : unit,
      zeros: 1,
      isCondition: false,
      reads: new Set([place]),
    };
  }

  #unary(operator: '-' | '!', { evaluate, ...part }: Part): Part {
    if (operator === '-') {
      return { ...part, zeros: -part.zeros, isCondition: false, evaluate: (frame) => -evaluate(frame) };
    }
    return { ...part, unit: null, isCondition: true, evaluate: (frame) => negated(evaluate(frame)) };
  }

  #binary(operator: BinaryOperator, span: Span, sides: readonly [Node, Node]): Part {
    const [left, right] = [this.part(sides[0]), this.part(sides[1])];
    const reads = new Set([...left.reads, ...right.reads]);
    const isProduct = operator === '*' || operator === '/' || operator === '^';
    const hasUnits =
      !isProduct || (operator === '/' && kindOf(left.unit) !== undefined && kindOf(left.unit) === kindOf(right.unit));
    const isLogic = operator === '&&' || operator === '||';
    const second = hasUnits && !isLogic ? this.#inUnitOf(left, right, sides, span) : right.evaluate;
    const first = left.evaluate;
    const isCondition = isLogic || isComparison(operator);
    const unit = isCondition || isProduct ? null : (left.unit ?? right.unit);
    return {
      evaluate: (frame) => applyBinary(operator, first(frame), second(frame)),
      unit,
      zeros: zerosOf(operator, left, right),
      isCondition,
      reads,
    };
  }

  /** The second value in the unit of the first; throws where they measure different things. */
  #inUnitOf(left: Part, right: Part, [leftNode, rightNode]: readonly [Node, Node], span: Span): Evaluate {
    const [kind, other] = [kindOf(left.unit), kindOf(right.unit)];
    if (kind !== undefined && other !== undefined && kind !== other) {
      throw new FormulaError(
        problem('units_differ', {
          left: this.#quote(leftNode),
          leftUnit: String(left.unit),
          right: this.#quote(rightNode),
          rightUnit: String(right.unit),
        }),
        span,
      );
    }
    return converted(right, left.unit);
  }

  #choose(nodes: readonly [Node, Node, Node]): Part {
    const [test, then, otherwise] = [this.part(nodes[0]), this.part(nodes[1]), this.part(nodes[2])];
    const span = { start: nodes[1].start, end: nodes[2].end };
    const other = this.#inUnitOf(then, otherwise, [nodes[1], nodes[2]], span);
    return {
      // Both are evaluated, so that what remembers values misses none.
      evaluate: (frame) => {
        const [holds, yes, no] = [test.evaluate(frame), then.evaluate(frame), other(frame)];
        return Number.isNaN(holds) ? Number.NaN : holds === 0 ? no : yes;
      },
      unit: then.unit ?? otherwise.unit,
      zeros: then.unit === null ? otherwise.zeros : then.zeros,
      isCondition: then.isCondition && otherwise.isCondition,
      reads: new Set([...test.reads, ...then.reads, ...otherwise.reads]),
    };
  }

  #call(node: CallNode): Part {
    const { name, arguments: given } = node;
    if (name === 'value') return this.#value(node);
    if (name === 'if' || name === 'fallback') return this.#chooseCall(node);
    const named = functionsNamed(name);
    if (named.length === 0) throw new FormulaError(unknownFunction(name), node);
    const hasDuration = given.some(({ type }) => type === 'duration');
    const entry =
      named.find(({ parameters }) => parameters.some(({ isDuration }) => isDuration) === hasDuration) ?? named[0];
    if (!entry || !takes(entry, given.length))
      throw new FormulaError(problem('write', { example: examplesOf(name) }), node);
    return 'begin' in entry ? this.#remembering(entry, node) : this.#plain(entry, node);
  }

  #chooseCall(node: CallNode): Part {
    const [first, second, third] = node.arguments;
    if (node.name === 'if' && first && second && third && node.arguments.length === 3) {
      return this.#choose([first, second, third]);
    }
    if (node.name === 'fallback' && first && second && node.arguments.length === 2) {
      const [wanted, other] = [this.part(first), this.part(second)];
      const instead = this.#inUnitOf(wanted, other, [first, second], node);
      return {
        evaluate: (frame) => {
          const [value, spare] = [wanted.evaluate(frame), instead(frame)];
          return Number.isNaN(value) ? spare : value;
        },
        unit: wanted.unit ?? other.unit,
        zeros: wanted.unit === null ? other.zeros : wanted.zeros,
        isCondition: wanted.isCondition && other.isCondition,
        reads: new Set([...wanted.reads, ...other.reads]),
      };
    }
    throw new FormulaError(
      problem('write', { example: node.name === 'if' ? 'if(condition, then, otherwise)' : 'fallback(x, otherwise)' }),
      node,
    );
  }

  #value(node: CallNode): Part {
    const texts = node.arguments.flatMap((argument) => (argument.type === 'text' ? [argument.value] : []));
    const [first, second] = texts;
    if (first === undefined || texts.length !== node.arguments.length || texts.length > 2) {
      throw new FormulaError(problem('write_value', {}), node);
    }
    const name = second === undefined ? { device: null, key: first } : { device: first, key: second };
    const found = this.#read(name);
    if (found) return found;
    const missing =
      name.device === null
        ? problem('unknown_variable', { name: name.key })
        : problem('unknown_device_variable', { device: name.device, name: name.key });
    throw new FormulaError(missing, node);
  }

  #plain(entry: Extract<FunctionEntry, { apply: unknown }>, node: CallNode): Part {
    const parts = this.#arguments(entry, node);
    const evaluates = parts.map(({ evaluate }) => evaluate);
    const { apply } = entry;
    return {
      evaluate: (frame) => apply(...evaluates.map((evaluate) => evaluate(frame))),
      unit: entry.unit === 'same' ? (parts[0]?.unit ?? null) : entry.unit,
      zeros: entry.unit === 'same' ? (parts[0]?.zeros ?? 1) : 1,
      isCondition: false,
      reads: new Set(parts.flatMap(({ reads }) => [...reads])),
    };
  }

  #remembering(entry: RememberingFunction, node: CallNode): Part {
    const lengthMs = this.#duration(entry, node);
    const parts = this.#arguments(entry, node);
    const [first] = parts;
    if (this.begin.length >= maxStates) {
      throw new FormulaError(problem('too_many_lookbacks', { max: maxStates }), node);
    }
    const place = this.begin.push(() => entry.begin(lengthMs)) - 1;
    const reads = new Set(parts.flatMap((part) => [...part.reads]));
    const evaluates = parts.map(({ evaluate }) => evaluate);
    const { prepare, combine, holds = false } = entry;
    const devices = new Set([...reads].map((input) => this.inputs[input]?.device));
    // For a switch that holds, nothing passes between the two.
    this.mixesDevices ||= devices.size > 1 && !holds;
    return {
      evaluate: (frame) => {
        const values = evaluates.map((evaluate) => evaluate(frame));
        const [value = Number.NaN] = values;
        const isNew = holds || isFresh(frame, reads);
        const wanted = isNew ? (prepare ? prepare(...values) : value) : Number.NaN;
        const finite = Number.isFinite(wanted) ? wanted : Number.NaN;
        const remembered = frame.states[place]?.step(frame.at, finite, frame.isStored) ?? Number.NaN;
        return combine ? combine(value, remembered) : remembered;
      },
      unit: entry.unit === 'same' ? (first?.unit ?? null) : entry.unit,
      zeros: entry.isDifference ? 0 : entry.unit === 'same' ? (first?.zeros ?? 1) : 1,
      isCondition: false,
      reads,
    };
  }

  #duration({ parameters }: FunctionEntry, node: CallNode): number {
    const place = parameters.findIndex(({ isDuration }) => isDuration);
    const given = node.arguments[place];
    if (!given) return 0;
    if (given.type !== 'duration') {
      throw new FormulaError(problem('duration_missing', {}), given);
    }
    if (given.ms < 1_000 || given.ms > maxWindowDays * dayMs) {
      throw new FormulaError(problem('duration_range', { days: maxWindowDays }), given);
    }
    return given.ms;
  }

  /** The values of a call, without its duration, each in the unit that the function reckons in. */
  #arguments(entry: FunctionEntry, node: CallNode): Part[] {
    const values = node.arguments.filter((_, index) => !entry.parameters[index]?.isDuration);
    let first: Part | undefined;
    return values.map((argument, index) => {
      const part = this.part(argument);
      const unit = entry.parameters[index]?.unit;
      if (unit === undefined) {
        if (first === undefined || !entry.hasMore) {
          first ??= part;
          return part;
        }
        const span = { start: values[0]?.start ?? node.start, end: argument.end };
        return { ...part, evaluate: this.#inUnitOf(first, part, [values[0] ?? argument, argument], span) };
      }
      const [kind, wanted] = [kindOf(part.unit), kindOf(unit)];
      if (kind !== undefined && kind !== wanted) {
        const needed = entry.parameters[index]?.name ?? '';
        throw new FormulaError(
          problem('wrong_argument', { name: entry.name, needed, text: this.#quote(argument), unit: String(part.unit) }),
          argument,
        );
      }
      return { ...part, evaluate: converted(part, unit), unit };
    });
  }

  #quote({ start, end }: Span): string {
    const text = this.#text.slice(start, end);
    return `“${text.length > 24 ? `${text.slice(0, 23)}…` : text}”`;
  }
}

function constant(value: number): Part {
  return { evaluate: () => value, unit: null, zeros: 0, isCondition: false, reads: new Set() };
}

function converted({ evaluate, unit, zeros }: Part, to: string | null): Evaluate {
  const convert = conversion(unit, to, zeros === 0);
  return convert === null ? evaluate : (frame) => convert(evaluate(frame));
}

/** A number alone moves a value, or is one: `temp - 2` is a temperature, `30 - temp` how far two are apart. */
function zerosOf(operator: BinaryOperator, left: Part, right: Part): number {
  if (operator === '-' && left.unit === null && right.unit !== null) return right.zeros - 1;
  const [first, second] = [left, right].map(({ unit, zeros }) => (unit === null ? 0 : zeros)) as [number, number];
  return operator === '-' ? first - second : first + second;
}

const negated = (value: number): number => (Number.isNaN(value) ? value : value === 0 ? 1 : 0);

function isFresh(frame: Frame, reads: ReadonlySet<number>): boolean {
  for (const place of reads) if (frame.isFresh[place]) return true;
  return false;
}

function takes({ parameters, optional = 0, hasMore = false }: FunctionEntry, count: number): boolean {
  return count >= parameters.length - optional && (hasMore || count <= parameters.length);
}

const examplesOf = (name: string): string => functionsNamed(name).map(signatureOf).join(' or ');

/** Another spelling of a function that is there, as a sentence with a space before it. */
function unknownFunction(name: string): FormulaProblem {
  const similar = functionCatalogue.find((entry) => entry.name.toLowerCase() === name.toLowerCase());
  return similar ? problem('similar_function', { name, similar: similar.name }) : problem('unknown_function', { name });
}
