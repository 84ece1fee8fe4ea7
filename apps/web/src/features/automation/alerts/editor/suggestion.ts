import type { Suggestion } from './rule-draft.ts';

/** The steps of round numbers, 1, 2 or 5 times a power of ten, of which about ten go into a span. */
function roundStep(span: number): number {
  const power = 10 ** Math.floor(Math.log10(span / 10));
  const step = [1, 2, 5, 10].find((each) => each * power >= span / 10) ?? 10;
  return step * power;
}

const text = (value: number): string => String(Number(value.toPrecision(10)));

/**
 * A limit that a variable did not pass in its recent range, as a round number a little beyond it, with a way back that small noise
 * does not cross, and a change that is a large part of the range.
 */
export function suggestionOf({ min, max }: { min: number; max: number }, comparison: '>' | '<'): Suggestion {
  const span = max - min || Math.abs(max) / 5 || 1;
  const step = roundStep(span);
  const isAbove = comparison === '>';
  const limit = isAbove ? (Math.floor(max / step) + 1) * step : (Math.ceil(min / step) - 1) * step;
  return {
    threshold: text(limit),
    release: text(isAbove ? limit - step : limit + step),
    amount: text(step * 5),
  };
}
