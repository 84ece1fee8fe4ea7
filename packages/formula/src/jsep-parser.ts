import type { Span } from './formula-error.ts';
import { type Expression, type HookScope, Jsep } from './jsep.ts';

/** Units of durations, ms. */
const durationUnits: Readonly<Record<string, number>> = {
  ms: 1,
  s: 1_000,
  min: 60_000,
  h: 3_600_000,
  d: 86_400_000,
};

/** A number and, right behind it or after a space, the unit of a duration; `min (` would be a call. */
const numberPattern = /(\d+(?:\.\d*)?|\.\d+)([eE][+-]?\d+)?(?:\s?(ms|s|min|h|d)(?![\p{L}\p{N}_$]|\s*\())?/uy;

/** The tokens that are being read, by where they begin, of each parser. */
const open = new WeakMap<HookScope, number[]>();
const spans = new WeakMap<Expression, Span>();

/** Where a node stands; undefined for those that jsep composes of others. */
export const spanOf = (node: Expression): Span | undefined => spans.get(node);

// Powers are written as people do, and what works on bits or on any value is no part of the language.
for (const operator of ['|', '&', '<<', '>>', '>>>', '===', '!==', '??', '**']) Jsep.removeBinaryOp(operator);
Jsep.addBinaryOp('^', 11, true);
for (const operator of ['~', '+']) Jsep.removeUnaryOp(operator);
Jsep.removeLiteral('null');

Jsep.hooks.add('gobble-token', function readNumber(env) {
  const stack = open.get(this);
  if (stack) stack.push(this.index);
  else open.set(this, [this.index]);
  numberPattern.lastIndex = this.index;
  const found = numberPattern.exec(this.expr);
  if (!found) return;
  const [raw, digits = '', exponent = '', unit] = found;
  this.index += raw.length;
  if (/^[\p{L}_$]/u.test(this.expr.slice(this.index, this.index + 2))) {
    this.throwError('Variable names cannot start with a number');
  }
  const value = Number(digits + exponent);
  env.node =
    unit === undefined ? { type: 'Literal', value, raw } : { type: 'Duration', ms: value * (durationUnits[unit] ?? 0) };
});

Jsep.hooks.add('after-token', function rememberSpan(env) {
  const start = open.get(this)?.pop() ?? this.index;
  if (!env.node) return;
  const end = start + this.expr.slice(start, this.index).trimEnd().length;
  spans.set(env.node, { start, end });
});

/** The tree that jsep makes of a text; throws its error, which has `index` and `description`. */
export const parseWithJsep = (text: string): Expression => Jsep.parse(text);
