import type { Widget, WidgetContent, WidgetTarget, WidgetZone } from '@cyno/contract';

/** A widget that has its size but no place yet. */
export interface Tile {
  readonly width: number;
  readonly height: number;
  readonly content: WidgetContent;
}

const columns = 12;
/** More would stretch a dial. */
const maxGrowth = 2;

/**
 * Places tiles in rows from left to right, each at the highest free place; their ids are their places in the list. Controls share the width of
 * their row, and what can be of any size grows into the room beside and below it, so that rows end together.
 */
export function layOut(tiles: readonly Tile[]): Widget[] {
  /** The first free row of each column. */
  const free = new Array<number>(columns).fill(0);
  const placed = tiles.map(({ width, height, content }, index): Widget => {
    let best = { x: 0, y: Number.POSITIVE_INFINITY };
    for (let x = 0; x + width <= columns; x++) {
      const y = Math.max(...free.slice(x, x + width));
      if (y < best.y) best = { x, y };
    }
    free.fill(best.y + height, best.x, best.x + width);
    return { id: `w${index + 1}`, ...best, width, height, content };
  });
  shareRows(placed);
  growInto(placed, Math.max(0, ...free));
  return placed;
}

type Area = Pick<Widget, 'x' | 'y' | 'width' | 'height'>;

const canShare: ReadonlySet<string> = new Set(['value', 'switch', 'slider', 'choice']);

/** Gives the values and controls of a row that they have to themselves the same width, so that they fill it. */
function shareRows(widgets: Widget[]): void {
  for (const row of Map.groupBy(widgets, ({ y }) => y).values()) {
    const [{ y: top, height } = { y: 0, height: 0 }] = row;
    const inRow = widgets.filter((own) => own.y < top + height && top < own.y + own.height);
    const isEven = inRow.every((own) => own.y === top && own.height === height && canShare.has(own.content.type));
    const isFull = row.reduce((sum, { width }) => sum + width, 0) === columns;
    const width = columns / row.length;
    if (!isEven || isFull || !Number.isInteger(width)) continue;
    for (const [index, widget] of row.entries()) Object.assign(widget, { x: index * width, width });
  }
}

/** Widens values and charts as far as there is room, then makes these and instruments higher. */
function growInto(widgets: Widget[], rows: number): void {
  const isFree = ({ x, y, width, height }: Area) =>
    x + width <= columns &&
    y + height <= rows &&
    !widgets.some((own) => own.x < x + width && x < own.x + own.width && own.y < y + height && y < own.y + own.height);
  const have = (...types: WidgetContent['type'][]) => widgets.filter(({ content }) => types.includes(content.type));
  for (const widget of have('value', 'chart'))
    while (isFree({ ...widget, x: widget.x + widget.width, width: 1 })) widget.width++;
  for (const widget of have('value', 'chart', 'gauge', 'tank')) {
    const maxHeight = widget.height + maxGrowth;
    while (widget.height < maxHeight && isFree({ ...widget, y: widget.y + widget.height, height: 1 })) widget.height++;
  }
}

/** From `from` upwards: good, warning or danger, and the word for it. */
export const zone = (from: number, tone: WidgetZone['tone'], word: string): WidgetZone => ({ from, tone, word });

interface Scale {
  readonly min: number;
  readonly max: number;
  readonly zones?: readonly WidgetZone[];
}

/** The newest value, large, with its last hours. */
export const value = (key: string, title: string): Tile => ({
  width: 3,
  height: 2,
  content: { type: 'value', title, key },
});

/** A dial from `min` to `max`. */
export const gauge = (key: string, title: string, { min, max, zones = [] }: Scale): Tile => ({
  width: 3,
  height: 4,
  content: { type: 'gauge', title, key, min, max, zones: [...zones] },
});

/** A vessel that is `min` to `max` full. */
export const tank = (key: string, title: string, { min, max, zones = [] }: Scale): Tile => ({
  width: 3,
  height: 4,
  content: { type: 'tank', title, key, min, max, zones: [...zones] },
});

/** Lines of the last day, on one axis for each unit. */
export const chart = (title: string, keys: readonly string[], width = 6): Tile => ({
  width,
  height: 4,
  content: { type: 'chart', title, keys: [...keys], minutes: 1_440 },
});

/** As wide as two others. */
export const twice = (tile: Tile): Tile => ({ ...tile, width: 2 * tile.width });

const event = (name: string): WidgetTarget => ({ kind: 'event', name });

/** An event that is `1` or `0`. */
export const eventSwitch = (name: string, title: string): Tile => ({
  width: 3,
  height: 2,
  content: { type: 'switch', title, target: event(name) },
});

/** An event that takes whole numbers of a range. */
export const eventSlider = (
  name: string,
  title: string,
  { min, max, unit, step = 1 }: { min: number; max: number; unit: string; step?: number },
): Tile => ({
  width: 3,
  height: 2,
  content: { type: 'slider', title, target: event(name), unit, min, max, step },
});

/** An event that takes one of some values: pairs of what is sent and what is shown. */
export const eventChoice = (name: string, title: string, options: readonly (readonly [string, string])[]): Tile => ({
  width: 3,
  height: 2,
  content: {
    type: 'choice',
    title,
    target: event(name),
    options: options.map(([sent, label]) => ({ value: sent, label })),
  },
});
