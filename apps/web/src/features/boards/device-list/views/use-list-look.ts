import { useSearchParams } from 'react-router';
import { readKept, writeKept } from '../../../../lib/browser/use-kept-choice.ts';
import { deviceViews, type ListLook, readListLook, usualLook, writeListLook } from './list-look.ts';

const keys = { view: 'cyno.devices.view', columns: 'cyno.devices.columns', grouped: 'cyno.devices.by' };

/** How the list is shown: by the page's address, else as this browser showed it last. */
export function useListLook(): [ListLook, (change: Partial<ListLook>) => void] {
  const [params, setParams] = useSearchParams();
  const look = readListLook(params, keptLook());
  return [
    look,
    (change) => {
      const next = { ...look, ...change };
      if (change.view) writeKept(keys.view, next.view);
      if (change.columns) writeKept(keys.columns, next.columns.join('\n'));
      if (change.grouped !== undefined) writeKept(keys.grouped, String(next.grouped));
      setParams((before) => writeListLook(next, before, keptLook()), { replace: true, preventScrollReset: true });
    },
  ];
}

function keptLook(): ListLook {
  const columns = readKept(keys.columns)?.split('\n') ?? usualLook.columns;
  return {
    view: deviceViews.find((view) => view === readKept(keys.view)) ?? usualLook.view,
    columns: columns.includes('name') ? columns : ['name', ...columns],
    grouped: readKept(keys.grouped) === 'true',
  };
}
