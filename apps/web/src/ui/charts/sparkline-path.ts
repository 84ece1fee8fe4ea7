/** A value at an instant (ms). */
export type SparkPoint = { at: number; value: number };

/**
 * What to draw: `from`…`to` is the width; a hole longer than `gapMs` is drawn as missing, and with `ended` any time between
 * the last point and `to`. `range`: the values at the bottom and the top; else the lowest and highest.
 */
export type SparkInput = {
  points: readonly SparkPoint[];
  from: number;
  to: number;
  gapMs: number;
  ended?: boolean;
  range?: SparkRange;
};

export type SparkRange = readonly [low: number, high: number];

/**
 * A sparkline in a box of `sparkWidth` × `sparkHeight`: `line` and `area` are SVG paths, `end` the last point, `holes` the
 * parts of the width (0…1) in which nothing came.
 */
export type SparkShape = {
  line: string;
  area: string;
  end: { x: number; y: number } | null;
  holes: { from: number; to: number }[];
};

export const sparkWidth = 100;
export const sparkHeight = 30;

const margin = 3;
/** More columns than this cannot be distinguished in a card. */
const columns = 120;

/** Turns points (ascending by `at`) into the shape of a sparkline; the height shows at least half a percent of the value. */
export function sparkShape({ points, from, to, gapMs, ended = false, range }: SparkInput): SparkShape {
  const span = Math.max(1, to - from);
  const seen = points.filter(({ at, value }) => at >= from && Number.isFinite(value));
  const last = seen.at(-1);
  if (last === undefined) return { line: '', area: '', end: null, holes: [] };
  // Columns are further apart than the points of a board that sends often: what is a hole is decided before they are thinned.
  const thinned = splitAtHoles(seen, gapMs).map((run) => thin(run, from, span));
  const scale = verticalScale(range ?? thinned.flat().map(({ value }) => value));
  const place = (point: SparkPoint) => ({
    x: round(((point.at - from) / span) * sparkWidth),
    y: round(scale(point.value)),
  });
  const runs = thinned.map((run) => run.map(place));
  const end = ended || to - last.at > gapMs ? [{ from: last.at, to }] : [];
  return {
    line: runs.map(linePath).join(''),
    area: runs.map(areaPath).join(''),
    end: place(last),
    holes: [...holesBetween(seen, gapMs), ...end].map((hole) => ({
      from: (hole.from - from) / span,
      to: (hole.to - from) / span,
    })),
  };
}

type Place = { x: number; y: number };

const round = (value: number) => Math.round(value * 10) / 10;

function thin(points: readonly SparkPoint[], from: number, span: number): SparkPoint[] {
  const reduced: SparkPoint[] = [];
  let lastColumn = -1;
  for (const point of points) {
    const column = Math.floor(((point.at - from) / span) * columns);
    if (column === lastColumn) reduced.pop();
    reduced.push(point);
    lastColumn = column;
  }
  return reduced;
}

function verticalScale(values: readonly number[]): (value: number) => number {
  const low = Math.min(...values);
  const high = Math.max(...values);
  const middle = (low + high) / 2;
  const span = Math.max(high - low, Math.abs(middle) * 0.005, 1e-9);
  return (value) => sparkHeight / 2 - ((value - middle) / span) * (sparkHeight - 2 * margin);
}

function splitAtHoles(points: readonly SparkPoint[], gapMs: number): SparkPoint[][] {
  const runs: SparkPoint[][] = [];
  for (const [index, point] of points.entries()) {
    const before = points[index - 1];
    if (before === undefined || point.at - before.at > gapMs) runs.push([point]);
    else runs.at(-1)?.push(point);
  }
  return runs;
}

function holesBetween(points: readonly SparkPoint[], gapMs: number): { from: number; to: number }[] {
  return points.flatMap((point, index) => {
    const before = points[index - 1];
    return before !== undefined && point.at - before.at > gapMs ? [{ from: before.at, to: point.at }] : [];
  });
}

/** A run of one point still gets a line of no length, which round caps draw as a dot. */
const linePath = (run: readonly Place[]) =>
  `M${run.map(({ x, y }) => `${x} ${y}`).join('L')}${run.length === 1 ? 'h0' : ''}`;

function areaPath(run: readonly Place[]): string {
  const first = run[0];
  const last = run.at(-1);
  if (first === undefined || last === undefined || run.length === 1) return '';
  return `${linePath(run)}L${last.x} ${sparkHeight}L${first.x} ${sparkHeight}Z`;
}
