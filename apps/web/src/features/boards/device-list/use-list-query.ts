import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useSearchParams } from 'react-router';
import { type ListQuery, readListQuery, writeListQuery } from './list-query.ts';

const writeDelayMs = 300;

/**
 * Search, filter and order of the list. They also stand in the page's address, so that Back, a reload and a bookmark show the
 * same list; the address follows a moment after the typing.
 */
export function useListQuery(): [ListQuery, (change: Partial<ListQuery>) => void] {
  const [params, setParams] = useSearchParams();
  const [query, setQuery] = useState(() => readListQuery(params));
  const written = textOf(query);
  const address = textOf(readListQuery(params));
  const addressRef = useRef(address);

  const followAddress = useEffectEvent(() => {
    if (written !== address) setQuery(readListQuery(params));
  });
  useEffect(() => {
    if (address === addressRef.current) return;
    addressRef.current = address;
    followAddress();
  }, [address]);

  const write = useEffectEvent(() => {
    addressRef.current = written;
    setParams((before) => writeListQuery(query, before), { replace: true, preventScrollReset: true });
  });
  useEffect(() => {
    if (written === addressRef.current) return;
    const timer = setTimeout(() => write(), writeDelayMs);
    return () => clearTimeout(timer);
  }, [written]);

  return [query, (change) => setQuery((before) => ({ ...before, ...change }))];
}

const textOf = (query: ListQuery) => writeListQuery(query, new URLSearchParams()).toString();
