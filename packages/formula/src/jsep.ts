import * as library from 'jsep';

/** A node of jsep's tree. */
export interface Expression {
  readonly type: string;
  readonly [field: string]: unknown;
}

/** The parser, as hooks see it. */
export interface HookScope {
  index: number;
  readonly expr: string;
  throwError(message: string): never;
}

type Hook = (this: HookScope, env: { node?: Expression | false }) => void;

interface JsepClass {
  parse(text: string): Expression;
  removeBinaryOp(operator: string): void;
  removeUnaryOp(operator: string): void;
  removeLiteral(name: string): void;
  addBinaryOp(operator: string, precedence: number, isRightAssociative: boolean): void;
  readonly hooks: { add(name: 'gobble-token' | 'after-token', hook: Hook): void };
}

/** The class of jsep, whose own types describe the module in its older form. */
export const { Jsep } = library as unknown as { readonly Jsep: JsepClass };
