import type { MessageBudget } from '@cyno/contract';
import { typedNumber } from '../../../../lib/format/typed-number.ts';
import type { VariableRow } from './setup-form.ts';

/** The library counts the bytes of a message in 8 bits; this leaves some room (device protocol, 4.5 B2 and 6.4). */
const maxBytes = 240;

/** The longest message of these variables: key, quotes, colon, comma and the widest value of each. */
export function budgetOf(variables: readonly VariableRow[]): MessageBudget {
  const bytes = variables.reduce((sum, row) => sum + row.key.trim().length + 4 + widthOf(row), 0);
  return { bytes, maxBytes };
}

/** From 8192 on a 32-bit float may not hold one or two decimals exactly, and all three are sent. */
function widthOf({ min, max, decimals }: VariableRow): number {
  const digits = Math.min(3, Math.max(0, Math.trunc(typedNumber(decimals)) || 0));
  const limits = [min, max].map(typedNumber).filter(Number.isFinite);
  const sent = digits > 0 && limits.some((limit) => Math.abs(limit) >= 8192) ? 3 : digits;
  return Math.max(2, ...limits.map((limit) => limit.toFixed(sent).length));
}

export const isOverBudget = ({ bytes, maxBytes }: MessageBudget): boolean => bytes > maxBytes;
