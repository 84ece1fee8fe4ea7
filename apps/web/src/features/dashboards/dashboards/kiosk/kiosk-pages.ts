import type { Widget } from '@cyno/contract';
import { mediumPlaces } from '../medium-layout.ts';

/** A row of the grid and the gap below it, px, as in dashboard-page.css. */
const rowPx = 42;
const gapPx = 16;
/** Smaller than this nobody reads it from where a screen on a wall is looked at. */
const smallest = 0.8;
const largest = 4;
/** Twelve columns need so much room to be read. */
const narrowestPx = 640;
/** Up to here a page has halves, px, as in dashboard-page.css. */
const widestMediumPx = 1_100;

/** What a screen shows at a time, how much larger than on a page, and how high a row is before that, px. */
type KioskFit = { pages: readonly (readonly Widget[])[]; zoom: number; rowPx: number };

/** Widgets as they are designed, on one page that scrolls. */
export const asDesigned = (widgets: readonly Widget[]): KioskFit => ({ pages: [widgets], zoom: 1, rowPx });

type Screen = { width: number; height: number };

/**
 * Fits widgets to a screen: all of them as large as it, or, where they would be too small to be read, on as many pages as they need,
 * of which all have the same scale. On a narrow upright screen they stand in halves unless that needs more pages.
 */
export function fitKiosk(widgets: readonly Widget[], screen: Screen): KioskFit {
  const wide = fitPlaces(widgets, screen);
  // Halves are twice as many rows, which are too low on a screen that lies.
  if (screen.width > Math.min(widestMediumPx, screen.height)) return wide;
  const medium = fitPlaces(mediumPlaces(widgets), screen);
  return medium.pages.length > wide.pages.length ? wide : medium;
}

function fitPlaces(widgets: readonly Widget[], { width, height }: Screen): KioskFit {
  const zoomFor = (rows: number) => height / (rows * (rowPx + gapPx) - gapPx);
  const isWhole = zoomFor(rowsOf(widgets)) >= smallest;
  const fitting = Math.max(1, Math.floor((height + gapPx) / (rowPx + gapPx)));
  const pages = isWhole ? [widgets] : evenPages(widgets, fitting);
  const rows = Math.max(1, ...pages.map(rowsOf));
  const zoom = Math.max(smallest, Math.min(largest, width / narrowestPx, zoomFor(rows)));
  return { pages, zoom, rowPx: Math.max(rowPx, (height / zoom + gapPx) / rows - gapPx) };
}

const rowsOf = (widgets: readonly Widget[]) => Math.max(0, ...widgets.map(({ y, height }) => y + height));

/** The pages with so many rows at most that are as full as each other. */
function evenPages(widgets: readonly Widget[], maxRows: number): Widget[][] {
  const { length } = pagesOf(widgets, maxRows);
  const least = Math.ceil(rowsOf(widgets) / length);
  for (let rows = least; rows < maxRows; rows++) {
    const pages = pagesOf(widgets, rows);
    if (pages.length === length) return pages;
  }
  return pagesOf(widgets, maxRows);
}

/** Cuts a grid into pages of so many rows; a widget that a cut would go through begins the next page. */
function pagesOf(widgets: readonly Widget[], maxRows: number): Widget[][] {
  const pages: Widget[][] = [];
  let rest = [...widgets];
  while (rest.length > 0) {
    const top = Math.min(...rest.map(({ y }) => y));
    const fits = ({ y, height }: Widget) => y + height <= top + maxRows;
    // One that is higher than a page has a page for itself, and scrolls.
    const lone = rest.some(fits) ? null : rest.find(({ y }) => y === top);
    const page = rest.filter((widget) => (lone ? widget === lone : fits(widget)));
    pages.push(page.map((widget) => ({ ...widget, y: widget.y - top })));
    rest = rest.filter((widget) => !page.includes(widget));
  }
  return pages;
}
