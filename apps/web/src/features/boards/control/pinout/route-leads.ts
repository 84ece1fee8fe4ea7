type Point = { x: number; y: number };

/** A pin's hole on the drawing and the label of its row, right of it. */
export type Place = { pin: string; from: Point; to: Point };
export type Lead = { pin: string; path: string };

const step = 6;
/** The space between the edge of the board and the first line, and between the last and the labels. */
const margin = 12;

/**
 * One line for each pin: across, up or down, across. Pins come in the order of their holes and rows, from the top; those that go down turn
 * the later the higher they are, those that go up the other way round, so that no two lines cross.
 */
export function routeLeads(places: readonly Place[]): Lead[] {
  const goesDown = ({ from, to }: Place) => to.y > from.y;
  const down = places.filter(goesDown);
  const up = places.filter((place) => !goesDown(place));
  const lanes = Math.max(down.length, up.length);
  return places.map((place) => {
    const { pin, from, to } = place;
    const lane = goesDown(place) ? down.indexOf(place) : up.length - 1 - up.indexOf(place);
    const gap = Math.min(step, Math.max(0, to.x - from.x - 2 * margin) / Math.max(1, lanes - 1));
    const turn = to.x - margin - lane * gap;
    return { pin, path: `M${round(from.x)} ${round(from.y)}H${round(turn)}V${round(to.y)}H${round(to.x)}` };
  });
}

const round = (length: number) => Math.round(length * 2) / 2;
