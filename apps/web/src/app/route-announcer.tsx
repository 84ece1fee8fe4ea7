import { useEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router';

// The title of a page that loads its data is set a little after the address.
const titleDelayMs = 300;

/** Reads the title of every new page to screen readers, as a browser does when it loads one. */
export function RouteAnnouncer() {
  const { pathname } = useLocation();
  const firstRef = useRef(pathname);
  const [title, setTitle] = useState('');
  useEffect(() => {
    if (pathname === firstRef.current) return;
    firstRef.current = '';
    const timer = setTimeout(() => setTitle(document.title), titleDelayMs);
    return () => clearTimeout(timer);
  }, [pathname]);
  return (
    <p className="sr-only" aria-live="polite">
      {title}
    </p>
  );
}
