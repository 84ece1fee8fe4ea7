import { type ListQuery, writeListQuery } from '../list-query.ts';

export const deviceViews = ['cards', 'table', 'map'] as const;
export type DeviceView = (typeof deviceViews)[number];

/** How the list is shown: as what, with which columns of the table (ids), and whether by group. */
export type ListLook = { view: DeviceView; columns: readonly string[]; grouped: boolean };

/** What a browser that never chose shows. */
export const usualLook: ListLook = {
  view: 'cards',
  columns: ['name', 'status', 'values', 'lastSeen', 'signal', 'id'],
  grouped: false,
};

/** Reads the display settings from the page's address; what it lacks is as in `fallback`. */
export function readListLook(params: URLSearchParams, kept: ListLook): ListLook {
  const view = deviceViews.find((one) => one === params.get('view'));
  const columns = params.get('cols')?.split('~').map(decodeURIComponent).filter(Boolean);
  const by = params.get('by');
  return {
    view: view ?? kept.view,
    columns: columns ?? kept.columns,
    grouped: by === null ? kept.grouped : by === 'group',
  };
}

/** Writes the display settings into the page's address: what another browser would show otherwise. */
export function writeListLook(look: ListLook, params: URLSearchParams, kept: ListLook): URLSearchParams {
  const next = new URLSearchParams(params);
  const put = (name: string, value: string, known: readonly string[]) => {
    if (known.every((one) => one === value)) next.delete(name);
    else next.set(name, value);
  };
  put('view', look.view, [kept.view, usualLook.view]);
  put('cols', columnsText(look), [columnsText(kept), columnsText(usualLook)]);
  put('by', byText(look), [byText(kept), byText(usualLook)]);
  return next;
}

/** The query of an address that shows this list in every browser. */
export function wholeAddress(query: ListQuery, look: ListLook): string {
  const params = writeListQuery(query, new URLSearchParams());
  params.set('view', look.view);
  params.set('by', byText(look));
  if (look.view === 'table') params.set('cols', columnsText(look));
  return params.toString();
}

const byText = ({ grouped }: ListLook) => (grouped ? 'group' : 'none');
const columnsText = ({ columns }: ListLook) =>
  columns.map((id) => encodeURIComponent(id).replaceAll('~', '%7E')).join('~');
