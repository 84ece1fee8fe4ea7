import { useSearchParams } from 'react-router';
import { readStored, writeStored } from '../../../../lib/browser/use-stored-choice.ts';
import { defaultDisplay, deviceViews, type ListDisplay, readListDisplay, writeListDisplay } from './list-display.ts';

const keys = { view: 'cyno.devices.view', columns: 'cyno.devices.columns', grouped: 'cyno.devices.by' };

/** How the list is shown: by the page's address, else as this browser showed it last. */
export function useListDisplay(): [ListDisplay, (change: Partial<ListDisplay>) => void] {
  const [params, setParams] = useSearchParams();
  const display = readListDisplay(params, storedDisplay());
  return [
    display,
    (change) => {
      const next = { ...display, ...change };
      if (change.view) writeStored(keys.view, next.view);
      if (change.columns) writeStored(keys.columns, next.columns.join('\n'));
      if (change.grouped !== undefined) writeStored(keys.grouped, String(next.grouped));
      setParams((before) => writeListDisplay(next, before, storedDisplay()), {
        replace: true,
        preventScrollReset: true,
      });
    },
  ];
}

function storedDisplay(): ListDisplay {
  const columns = readStored(keys.columns)?.split('\n') ?? defaultDisplay.columns;
  return {
    view: deviceViews.find((view) => view === readStored(keys.view)) ?? defaultDisplay.view,
    columns: columns.includes('name') ? columns : ['name', ...columns],
    grouped: readStored(keys.grouped) === 'true',
  };
}
