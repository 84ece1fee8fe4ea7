import { maxGapMs, type State } from './state.ts';

const hourMs = 3_600_000;

/** Adds up the area under values over time, in their unit times hours; of a longer gap nothing is known. */
export function areaState(): State {
  let total = 0;
  let last: { at: number; value: number } | null = null;
  return {
    step(at, value, isStored) {
      if (Number.isNaN(value)) return last === null ? Number.NaN : total;
      const gap = last === null ? 0 : at - last.at;
      const added = last === null || gap > maxGapMs ? 0 : ((last.value + value) / 2) * (gap / hourMs);
      if (isStored) {
        total += added;
        last = { at, value };
        return total;
      }
      return total + added;
    },
    save: () => [total, last?.at ?? null, last?.value ?? null],
    restore(saved) {
      const [sum, at, value] = saved as [number, number | null, number | null];
      total = sum;
      last = at === null || value === null ? null : { at, value };
    },
  };
}

/** Counts the hours in which a value is on; it is as it was until the next message. */
export function hoursState(): State {
  let total = 0;
  let last: { at: number; isOn: boolean } | null = null;
  return {
    step(at, value, isStored) {
      if (Number.isNaN(value)) return last === null ? Number.NaN : total;
      const gap = last === null ? 0 : at - last.at;
      const added = last?.isOn && gap <= maxGapMs ? gap / hourMs : 0;
      if (isStored) {
        total += added;
        last = { at, isOn: value !== 0 };
        return total;
      }
      return total + added;
    },
    save: () => [total, last?.at ?? null, last?.isOn ?? null],
    restore(saved) {
      const [sum, at, isOn] = saved as [number, number | null, boolean | null];
      total = sum;
      last = at === null || isOn === null ? null : { at, isOn };
    },
  };
}

/** The sum of all values since the first. */
export function totalState(): State {
  let total: number | null = null;
  return {
    step(_at, value, isStored) {
      if (Number.isNaN(value)) return total ?? Number.NaN;
      const next = (total ?? 0) + value;
      if (isStored) total = next;
      return next;
    },
    save: () => total,
    restore(saved) {
      total = saved as number | null;
    },
  };
}

/** The value before this one. */
export function previousState(): State {
  let last: number | null = null;
  return {
    step(_at, value, isStored) {
      const before = last ?? Number.NaN;
      if (isStored && !Number.isNaN(value)) last = value;
      return before;
    },
    save: () => last,
    restore(saved) {
      last = saved as number | null;
    },
  };
}
