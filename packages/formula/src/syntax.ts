import type { Span } from './formula-error.ts';

/** Operators between two operands; `^` is a power. */
export const binaryOperators = ['||', '&&', '==', '!=', '<', '>', '<=', '>=', '+', '-', '*', '/', '%', '^'] as const;
export type BinaryOperator = (typeof binaryOperators)[number];

export interface CallNode extends Span {
  readonly type: 'call';
  readonly name: string;
  readonly arguments: readonly Node[];
}

/** A formula as a tree; durations are in ms. */
export type Node =
  | (Span & { readonly type: 'number'; readonly value: number })
  | (Span & { readonly type: 'boolean'; readonly value: boolean })
  | (Span & { readonly type: 'text'; readonly value: string })
  | (Span & { readonly type: 'duration'; readonly ms: number })
  | (Span & { readonly type: 'name'; readonly name: string })
  | CallNode
  | (Span & { readonly type: 'unary'; readonly operator: '-' | '!'; readonly argument: Node })
  | (Span & { readonly type: 'binary'; readonly operator: BinaryOperator; readonly left: Node; readonly right: Node })
  | (Span & { readonly type: 'conditional'; readonly test: Node; readonly then: Node; readonly otherwise: Node });
