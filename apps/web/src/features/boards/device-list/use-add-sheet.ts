import { useRef } from 'react';
import { useNavigate, useSearchParams } from 'react-router';

const name = 'add';

/** Whether the *Add device* sheet is open stands in the address (`?add=1`), so that Back closes it and a link opens it. */
export function useAddSheet(): { isOpen: boolean; open: () => void; close: () => void } {
  const [params, setParams] = useSearchParams();
  const navigate = useNavigate();
  const openedHereRef = useRef(false);
  return {
    isOpen: params.has(name),
    open() {
      openedHereRef.current = true;
      setParams((before) => new URLSearchParams([...before, [name, '1']]), { preventScrollReset: true });
    },
    close() {
      if (openedHereRef.current) void navigate(-1);
      else setParams((before) => new URLSearchParams([...before].filter(([key]) => key !== name)), { replace: true });
      openedHereRef.current = false;
    },
  };
}
