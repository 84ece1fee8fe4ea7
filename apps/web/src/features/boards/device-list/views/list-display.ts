import { type ListQuery, writeListQuery } from '../list-query.ts';

export const deviceViews = ['cards', 'table', 'map'] as const;
export type DeviceView = (typeof deviceViews)[number];

/** How the list is shown: as what, with which columns of the table (ids), and whether by group. */
export type ListDisplay = { view: DeviceView; columns: readonly string[]; grouped: boolean };

/** What a browser that never chose shows. */
export const defaultDisplay: ListDisplay = {
  view: 'cards',
  columns: ['name', 'status', 'values', 'lastSeen', 'signal', 'id'],
  grouped: false,
};

/** Reads the display settings from the page's address; what it lacks is as in `fallback`. */
export function readListDisplay(params: URLSearchParams, fallback: ListDisplay): ListDisplay {
  const view = deviceViews.find((one) => one === params.get('view'));
  const columns = params.get('cols')?.split('~').map(decodeURIComponent).filter(Boolean);
  const by = params.get('by');
  return {
    view: view ?? fallback.view,
    columns: columns ?? fallback.columns,
    grouped: by === null ? fallback.grouped : by === 'group',
  };
}

/** Writes the display settings into the page's address: what another browser would show otherwise. */
export function writeListDisplay(
  display: ListDisplay,
  params: URLSearchParams,
  fallback: ListDisplay,
): URLSearchParams {
  const next = new URLSearchParams(params);
  const put = (name: string, value: string, known: readonly string[]) => {
    if (known.every((one) => one === value)) next.delete(name);
    else next.set(name, value);
  };
  put('view', display.view, [fallback.view, defaultDisplay.view]);
  put('cols', columnsText(display), [columnsText(fallback), columnsText(defaultDisplay)]);
  put('by', byText(display), [byText(fallback), byText(defaultDisplay)]);
  return next;
}

/** The query of an address that shows this list in every browser. */
export function wholeAddress(query: ListQuery, display: ListDisplay): string {
  const params = writeListQuery(query, new URLSearchParams());
  params.set('view', display.view);
  params.set('by', byText(display));
  if (display.view === 'table') params.set('cols', columnsText(display));
  return params.toString();
}

const byText = ({ grouped }: ListDisplay) => (grouped ? 'group' : 'none');
const columnsText = ({ columns }: ListDisplay) =>
  columns.map((id) => encodeURIComponent(id).replaceAll('~', '%7E')).join('~');
