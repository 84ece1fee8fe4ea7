import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useSearchParams } from 'react-router';
import { type LogView, readLogView, writeLogView } from './log-view.ts';

const writeDelayMs = 300;

/**
 * What the page shows. It also stands in the page's address, so that Back, a reload and a link show the same; the address
 * and `settled`, which are requested from the server, follow a moment after the typing.
 */
export function useLogView(): { view: LogView; settled: LogView; change: (change: Partial<LogView>) => void } {
  const [params, setParams] = useSearchParams();
  const [view, setView] = useState(() => readLogView(params));
  const written = writeLogView(view).toString();
  const address = writeLogView(readLogView(params)).toString();
  const addressRef = useRef(address);

  const followAddress = useEffectEvent(() => {
    if (written !== address) setView(readLogView(params));
  });
  useEffect(() => {
    if (address === addressRef.current) return;
    addressRef.current = address;
    followAddress();
  }, [address]);

  const write = useEffectEvent(() => {
    addressRef.current = written;
    setParams(written, { replace: true, preventScrollReset: true });
  });
  useEffect(() => {
    if (written === addressRef.current) return;
    const timer = setTimeout(() => write(), writeDelayMs);
    return () => clearTimeout(timer);
  }, [written]);

  return { view, settled: readLogView(params), change: (change) => setView((before) => ({ ...before, ...change })) };
}
