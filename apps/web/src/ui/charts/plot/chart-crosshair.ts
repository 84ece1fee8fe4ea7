/** Where to draw the crosshair of one chart, CSS px relative to the plot area. */
export type CrosshairPlace = {
  x: number;
  width: number;
  height: number;
  /** The point that the crosshair is on, or null where there is none. */
  point: { x: number; y: number } | null;
  /** The text of the bubble; none when empty. */
  value: string;
  /** What stands under the line; only on the chart that the reader points at. */
  time: string;
  /** Stretches of the time axis that hold labels: one that the time would cut in half is covered whole. */
  labels: readonly (readonly [from: number, to: number])[];
};

export type Crosshair = { show(place: CrosshairPlace): void; hide(): void };

function part(parent: HTMLElement, className: string): HTMLElement {
  const element = document.createElement('div');
  element.className = className;
  parent.append(element);
  return element;
}

const move = (element: HTMLElement, x: number, y: number) => {
  element.style.transform = `translate(${Math.round(x)}px, ${Math.round(y)}px)`;
};

/** Makes the line, dot, value bubble and time label that follow the pointer; they move without a redraw of the canvas. */
export function createCrosshair(over: HTMLElement): Crosshair {
  const root = part(over, 'chart-crosshair');
  root.hidden = true;
  root.setAttribute('aria-hidden', 'true');
  const line = part(root, 'chart-crosshair-line');
  const dot = part(root, 'chart-crosshair-dot');
  const bubble = part(root, 'chart-crosshair-value');
  const time = part(root, 'chart-crosshair-time');

  function placeBubble({ x, width, height, point, value }: CrosshairPlace) {
    bubble.hidden = value === '';
    if (value === '') return;
    bubble.textContent = value;
    const { offsetWidth, offsetHeight } = bubble;
    const anchor = point?.x ?? x;
    const fitsRight = anchor + 10 + offsetWidth <= width;
    const left = fitsRight ? anchor + 10 : Math.max(0, anchor - 10 - offsetWidth);
    const top = Math.max(0, Math.min((point?.y ?? 0) - offsetHeight - 6, height - offsetHeight));
    move(bubble, left, top);
  }

  return {
    hide() {
      root.hidden = true;
    },
    show(place) {
      root.hidden = false;
      move(line, place.x, 0);
      dot.hidden = !place.point;
      if (place.point) move(dot, place.point.x, place.point.y);
      placeBubble(place);
      time.hidden = place.time === '';
      if (place.time === '') return;
      time.textContent = place.time;
      const half = time.offsetWidth / 2;
      const center = Math.max(half - 40, Math.min(place.x, place.width + 14 - half));
      const cut = place.labels.filter(([from, to]) => to > center - half && from < center + half);
      const left = Math.max(4, center - half - Math.min(...cut.map(([from]) => from)) + 4);
      const right = Math.max(4, Math.max(...cut.map(([, to]) => to)) - center - half + 4);
      time.style.boxShadow = `-${left}px 0 0 var(--n-1), ${right}px 0 0 var(--n-1)`;
      move(time, center - half, place.height + 3);
    },
  };
}
