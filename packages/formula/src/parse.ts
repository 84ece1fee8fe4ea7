import { FormulaError, type FormulaProblem, problem, type Span } from './formula-error.ts';
import type { Expression } from './jsep.ts';
import { parseWithJsep, spanOf } from './jsep-parser.ts';
import { type BinaryOperator, binaryOperators, type Node } from './syntax.ts';

/** A formula is at most so long, has so many parts, and is nested so deep: what a person writes, with room to spare. */
export const maxFormulaLength = 500;
const maxNodes = 200;
const maxDepth = 60;

/** Reads the text of a formula; throws a FormulaError for what is none. */
export function parseFormula(text: string): Node {
  const all = { start: 0, end: text.length };
  if (text.trim() === '') throw new FormulaError(problem('empty', {}), all);
  if (text.length > maxFormulaLength) {
    throw new FormulaError(problem('too_long', { max: maxFormulaLength }), all);
  }
  return new TreeReader(text).read(parse(text), 1);
}

function parse(text: string): Expression {
  try {
    return parseWithJsep(text);
  } catch (error) {
    const { index, description } = error as { index?: number; description?: string };
    if (index === undefined) throw error;
    const start = Math.min(index, Math.max(0, text.length - 1));
    throw new FormulaError(problemOf(description ?? '', text.slice(index)), { start, end: start + 1, cause: error });
  }
}

/** What jsep reports of the ways in which people usually go wrong. */
function problemOf(description: string, rest: string): FormulaProblem {
  if (description.startsWith('Unclosed quote')) return problem('quote_open', {});
  if (description.startsWith('Unclosed (') || description === 'Expected )') return problem('bracket_open', {});
  if (description.startsWith('Variable names')) {
    return problem('name_with_digit', {});
  }
  const operator = /^(?:Expected expression after (.+)|missing unaryOp argument)$/.exec(description);
  const [, sign] = operator ?? [];
  if (operator) return sign ? problem('missing_after', { sign }) : problem('missing_after_sign', {});
  if (description === 'Expected :') return problem('colon_missing', {});
  if (description === 'Expected comma') return problem('comma_missing', {});
  return rest === '' ? problem('incomplete', {}) : problem('meaningless', { text: rest.slice(0, 1) });
}

/** Takes from jsep's tree what the language has, and refuses the rest. */
class TreeReader {
  readonly #text: string;
  #nodes = 0;

  constructor(text: string) {
    this.#text = text;
  }

  read(node: Expression, depth: number): Node {
    this.#nodes += 1;
    const all = { start: 0, end: this.#text.length };
    if (this.#nodes > maxNodes) throw new FormulaError(problem('too_many_parts', { max: maxNodes }), all);
    if (depth > maxDepth) throw new FormulaError(problem('too_deep', { max: maxDepth }), all);
    const child = (name: string) => this.read(node[name] as Expression, depth + 1);
    const span = spanOf(node);
    switch (node.type) {
      case 'Literal':
        return literalOf(node.value, span ?? all);
      case 'Duration':
        return { type: 'duration', ms: Number(node.ms), ...(span ?? all) };
      case 'Identifier':
        return { type: 'name', name: String(node.name), ...(span ?? all) };
      case 'CallExpression':
        return this.#call(node, span ?? all, depth);
      case 'UnaryExpression':
        return {
          type: 'unary',
          operator: node.operator === '!' ? '!' : '-',
          argument: child('argument'),
          ...(span ?? all),
        };
      case 'BinaryExpression':
        // A long sum is not nested, although each of its terms is the left side of the next.
        return this.#binary(String(node.operator), this.read(node.left as Expression, depth), child('right'));
      case 'ConditionalExpression': {
        const [test, then, otherwise] = [child('test'), child('consequent'), child('alternate')];
        return { type: 'conditional', test, then, otherwise, start: test.start, end: otherwise.end };
      }
      default:
        throw new FormulaError(refusalOf(node.type), span ?? all);
    }
  }

  #call(node: Expression, span: Span, depth: number): Node {
    const callee = node.callee as Expression;
    if (callee.type !== 'Identifier') throw new FormulaError(problem('not_a_function', {}), span);
    const given = (node.arguments as Expression[]).map((argument) => this.read(argument, depth + 1));
    return { type: 'call', name: String(callee.name), arguments: given, ...span };
  }

  #binary(operator: string, left: Node, right: Node): Node {
    const span = { start: left.start, end: right.end };
    const known = binaryOperators.find((one) => one === operator);
    if (known === undefined) throw new FormulaError(problem('meaningless', { text: operator }), span);
    // −2^2 is −4 in mathematics; jsep binds the sign closer.
    if (known === '^' && left.type === 'unary' && this.#text[left.start] !== '(') {
      const power = binary('^', left.argument, right);
      return { type: 'unary', operator: left.operator, argument: power, ...span };
    }
    return binary(known, left, right);
  }
}

const binary = (operator: BinaryOperator, left: Node, right: Node): Node => ({
  type: 'binary',
  operator,
  left,
  right,
  start: left.start,
  end: right.end,
});

function literalOf(value: unknown, span: Span): Node {
  if (typeof value === 'number') return { type: 'number', value, ...span };
  if (typeof value === 'boolean') return { type: 'boolean', value, ...span };
  return { type: 'text', value: String(value), ...span };
}

function refusalOf(type: string): FormulaProblem {
  if (type === 'Compound' || type === 'SequenceExpression') return problem('operator_missing', {});
  if (type === 'MemberExpression') return problem('dots_meaningless', {});
  return problem('part_meaningless', {});
}
