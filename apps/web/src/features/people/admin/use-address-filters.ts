import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useSearchParams } from 'react-router';

const writeDelayMs = 300;

/**
 * Filters that stand in the page's address, so that Back, a reload and a bookmark show the same list. `typed` changes at once, for the
 * fields; `filters` follows a moment after the typing, for the calls. Keep `usual` outside of the component.
 */
export function useAddressFilters<Filters extends Record<string, string>>(usual: Filters) {
  const [params, setParams] = useSearchParams();
  const [typed, setTyped] = useState(() => read(usual, (key) => params.get(key)));
  const filters = read(usual, (key) => params.get(key));
  const address = JSON.stringify(filters);
  const trimmed = read(usual, (key) => typed[key]);
  const wanted = JSON.stringify(trimmed);
  const writtenRef = useRef(address);

  const follow = useEffectEvent(() => setTyped(filters));
  useEffect(() => {
    if (address === writtenRef.current) return;
    writtenRef.current = address;
    follow();
  }, [address]);

  const write = useEffectEvent(() => {
    writtenRef.current = wanted;
    const changed = new URLSearchParams(params);
    for (const [key, value] of Object.entries(trimmed)) {
      if (value === usual[key]) changed.delete(key);
      else changed.set(key, value);
    }
    setParams(changed, { replace: true, preventScrollReset: true });
  });
  useEffect(() => {
    if (wanted === writtenRef.current) return;
    const timer = setTimeout(() => write(), writeDelayMs);
    return () => clearTimeout(timer);
  }, [wanted]);

  const change = (part: Partial<Filters>) => setTyped((before) => ({ ...before, ...part }));
  return { typed, filters, change, clear: () => setTyped(usual) };
}

function read<Filters extends Record<string, string>>(
  usual: Filters,
  given: (key: string) => string | null | undefined,
): Filters {
  const entries = Object.entries(usual).map(([key, value]) => [key, given(key)?.trim() || value]);
  return Object.fromEntries(entries) as Filters;
}
