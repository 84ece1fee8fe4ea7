import { type ReactNode, useEffect, useRef } from 'react';
import { Link } from 'react-router';
import './tab-links.css';

export type TabLink = { to: string; label: string; current: boolean };
type TabLinksProps = {
  label: string;
  tabs: readonly TabLink[];
  /** The way to more tabs, after those that are visible. */
  children?: ReactNode;
};

/** A row of links drawn as tabs; scrolls sideways where it does not fit and keeps the current one in sight. */
export function TabLinks({ label, tabs, children }: TabLinksProps) {
  const stripRef = useRef<HTMLElement>(null);
  const current = tabs.find((tab) => tab.current)?.to;
  useEffect(() => {
    const strip = stripRef.current;
    if (!current || !strip) return;
    // First with the next picture, for which the page is laid out anyway; at once it would be laid out twice.
    const observer = new ResizeObserver(() => {
      const link = strip.querySelector<HTMLElement>('[aria-current]');
      if (link) strip.scrollLeft = link.offsetLeft - (strip.clientWidth - link.clientWidth) / 2;
    });
    observer.observe(strip);
    return () => observer.disconnect();
  }, [current]);
  return (
    <nav ref={stripRef} className="tab-strip" aria-label={label}>
      {tabs.map((tab) => (
        <Link key={tab.to} to={tab.to} className="tab" aria-current={tab.current ? 'page' : undefined}>
          {tab.label}
        </Link>
      ))}
      {children}
    </nav>
  );
}
