import type { Output } from '@cyno/contract';
import { useLayoutEffect, useRef, useState } from 'react';
import './pin-leads.css';
import { type Lead, type Place, routeLeads } from './route-leads.ts';

type PinLeadsProps = {
  pins: readonly string[];
  outputs: readonly Output[];
  /** The pin whose row the pointer is on. */
  marked: string | null;
};

/** Lines from the drawn pins to their rows, laid over the element that holds both; for the eye only. */
export function PinLeads({ pins, outputs, marked }: PinLeadsProps) {
  const svg = useRef<SVGSVGElement>(null);
  const [leads, setLeads] = useState<Lead[]>([]);
  const names = pins.join(' ');
  useLayoutEffect(() => {
    const container = svg.current?.parentElement;
    if (!container) return undefined;
    const measure = () => setLeads(routeLeads(placesOf(container, names.split(' '))));
    const observer = new ResizeObserver(measure);
    observer.observe(container);
    for (const row of container.querySelectorAll('.output-row')) observer.observe(row);
    measure();
    return () => observer.disconnect();
  }, [names]);
  const styleOf = (pin: string) => {
    const output = outputs.find((one) => one.pin === pin);
    return ['pin-lead', output && 'pin-lead-used', (output?.reported || pin === marked) && 'pin-lead-on']
      .filter(Boolean)
      .join(' ');
  };
  return (
    <svg className="pin-leads" ref={svg} aria-hidden="true">
      {leads.map(({ pin, path }) => (
        <path key={pin} className={styleOf(pin)} d={path} />
      ))}
    </svg>
  );
}

/** Where each pin's hole and the label of its row are, seen from the corner of `container`. */
function placesOf(container: HTMLElement, pins: readonly string[]): Place[] {
  const origin = container.getBoundingClientRect();
  return pins.flatMap((pin) => {
    const hole = container.querySelector(`[data-pin="${pin}"] rect`)?.getBoundingClientRect();
    const label = container.querySelector(`#pin-${CSS.escape(pin)} .output-row-pin`)?.getBoundingClientRect();
    if (!hole || !label) return [];
    return {
      pin,
      from: { x: hole.right - origin.left, y: hole.top + hole.height / 2 - origin.top },
      to: { x: label.left - origin.left, y: label.top + label.height / 2 - origin.top },
    };
  });
}
