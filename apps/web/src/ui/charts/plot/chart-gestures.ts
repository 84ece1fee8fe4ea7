import type { ChartGroup, ChartMember } from './chart-group.ts';
import type { TimeSpan } from './series-buffer.ts';

/** A press that moves less than this is a click, CSS px. */
const dragPx = 6;

/** A chart that can be pointed at and walked through. */
type GesturePlot = ChartMember & {
  /** The element over the plot area, without the axes; null until the first drawing. */
  readonly over: HTMLElement | null;
  /** The point `step` places away from an instant, for the arrow keys. */
  pointBeside(at: number, step: number): { at: number } | null;
};

type ChartSurface = {
  host: HTMLElement;
  plot: GesturePlot;
  group: ChartGroup;
  /** While it returns a function, a press means a moment and a drag a span, and nothing is zoomed. */
  picking?(): ((picked: { from: number; to: number | null }) => void) | null;
};

/** The view after zooming by `factor` (below 1 goes in) around a place in it (0 left, 1 right). */
export function zoomedView(view: TimeSpan, factor: number, around: number): TimeSpan {
  const pivot = view.from + around * (view.to - view.from);
  return { from: pivot - (pivot - view.from) * factor, to: pivot + (view.to - pivot) * factor };
}

/** The view that keeps the two times, which were under two fingers, under where the fingers are now. */
export function pinchedView(view: TimeSpan, before: [number, number], after: [number, number]): TimeSpan {
  const length = view.to - view.from;
  const times = before.map((fraction) => view.from + fraction * length) as [number, number];
  const distance =
    Math.abs(after[1] - after[0]) < 0.02 ? 0.02 * Math.sign(after[1] - after[0] || 1) : after[1] - after[0];
  const nextLength = Math.abs((times[1] - times[0]) / distance);
  const from = times[0] - after[0] * nextLength;
  return { from, to: from + nextLength };
}

/** Where a pointer is over the plot area: 0 is its left edge, 1 its right one. */
function fractionOf({ plot }: ChartSurface, event: MouseEvent): number {
  const box = plot.over?.getBoundingClientRect();
  if (!box || box.width === 0) return 0;
  return Math.min(1, Math.max(0, (event.clientX - box.left) / box.width));
}

/** Zooms by dragging a stretch of time with a mouse or pen. */
function listenToDrag(surface: ChartSurface, signal: AbortSignal) {
  const { host, plot, group } = surface;
  let start: { x: number; fraction: number } | null = null;
  let selection: HTMLElement | null = null;
  const end = () => {
    start = null;
    selection?.remove();
    selection = null;
  };
  host.addEventListener(
    'pointerdown',
    (event) => {
      if (event.pointerType === 'touch' || event.button !== 0 || !plot.over) return;
      start = { x: event.clientX, fraction: fractionOf(surface, event) };
      host.setPointerCapture(event.pointerId);
      group.hold();
    },
    { signal },
  );
  host.addEventListener(
    'pointermove',
    (event) => {
      if (!start || Math.abs(event.clientX - start.x) < dragPx) return;
      if (!selection) {
        selection = document.createElement('div');
        selection.className = 'chart-selection';
        plot.over?.append(selection);
      }
      const now = fractionOf(surface, event);
      selection.style.left = `${Math.min(start.fraction, now) * 100}%`;
      selection.style.width = `${Math.abs(now - start.fraction) * 100}%`;
    },
    { signal },
  );
  host.addEventListener(
    'pointerup',
    (event) => {
      if (!start) return;
      const { view } = group;
      const edges = [start.fraction, fractionOf(surface, event)].sort((a, b) => a - b) as [number, number];
      const chosen = selection !== null;
      end();
      const length = view.to - view.from;
      const pick = surface.picking?.();
      if (pick) {
        group.release();
        return pick({ from: view.from + edges[0] * length, to: chosen ? view.from + edges[1] * length : null });
      }
      if (!chosen) return group.release();
      group.zoom({ from: view.from + edges[0] * length, to: view.from + edges[1] * length }, true);
    },
    { signal },
  );
  host.addEventListener(
    'pointercancel',
    () => {
      if (start) group.release();
      end();
    },
    { signal },
  );
}

/** Moves the crosshair with the pointer or one finger, and zooms with two fingers. */
function listenToPointers(surface: ChartSurface, signal: AbortSignal) {
  const { host, plot, group } = surface;
  const fingers = new Map<number, number>();
  let pinch: { view: TimeSpan; before: [number, number] } | null = null;
  const point = (event: PointerEvent) => group.setCursor({ fraction: fractionOf(surface, event) }, plot);
  const lift = (event: PointerEvent) => {
    const isTap = fingers.delete(event.pointerId) && !pinch && event.type === 'pointerup';
    const pick = isTap ? surface.picking?.() : null;
    if (pick && group.cursorAt !== null) pick({ from: group.cursorAt, to: null });
    if (pinch && fingers.size < 2) {
      pinch = null;
      group.zoom(group.view, true);
    }
  };
  host.addEventListener(
    'pointerdown',
    (event) => {
      if (event.pointerType !== 'touch') return;
      fingers.set(event.pointerId, fractionOf(surface, event));
      if (fingers.size === 2) {
        group.setCursor(null, null);
        pinch = { view: group.view, before: [...fingers.values()] as [number, number] };
      } else point(event);
    },
    { signal },
  );
  host.addEventListener(
    'pointermove',
    (event) => {
      if (fingers.has(event.pointerId)) fingers.set(event.pointerId, fractionOf(surface, event));
      if (!pinch) return point(event);
      group.zoom(pinchedView(pinch.view, pinch.before, [...fingers.values()] as [number, number]), false);
    },
    { signal },
  );
  host.addEventListener('pointerup', lift, { signal });
  host.addEventListener('pointercancel', lift, { signal });
  host.addEventListener(
    'pointerleave',
    (event) => {
      // After a touch the crosshair stays, so that the finger need not hide what is read.
      if (event.pointerType !== 'touch') group.setCursor(null, null);
    },
    { signal },
  );
  host.addEventListener('blur', () => group.setCursor(null, null), { signal });
  host.addEventListener('dblclick', () => group.resetZoom(), { signal });
}

/** Zooms with the wheel; on a page that scrolls only with Ctrl or Cmd (a trackpad's pinch sends that too). */
function listenToWheel(surface: ChartSurface, freeWheel: boolean, signal: AbortSignal) {
  const { host, group } = surface;
  host.addEventListener(
    'wheel',
    (event) => {
      const { view } = group;
      if (Math.abs(event.deltaX) > Math.abs(event.deltaY)) {
        event.preventDefault();
        const shift = (event.deltaX / Math.max(1, host.clientWidth)) * (view.to - view.from);
        group.zoom({ from: view.from + shift, to: view.to + shift }, false);
      } else if (freeWheel || event.ctrlKey || event.metaKey) {
        event.preventDefault();
        const factor = Math.exp(Math.max(-60, Math.min(60, event.deltaY)) * (event.ctrlKey ? 0.01 : 0.004));
        group.zoom(zoomedView(view, factor, fractionOf(surface, event)), false);
      }
    },
    { signal, passive: false },
  );
}

/** Does what a key means on a chart; false when it means nothing. */
function pressKey({ plot, group }: ChartSurface, key: string, shift: boolean): boolean {
  const { view, cursorAt } = group;
  const zoom = (factor: number) => {
    const around = cursorAt === null ? 1 : (cursorAt - view.from) / (view.to - view.from);
    group.zoom(zoomedView(view, factor, around), true);
  };
  const step = (count: number) => {
    const next = plot.pointBeside(cursorAt ?? (count < 0 ? view.to + 1 : view.from - 1), count);
    if (next) group.setCursor({ at: Math.min(view.to, Math.max(view.from, next.at)) }, plot);
  };
  if (key === 'ArrowLeft') step(shift ? -10 : -1);
  else if (key === 'ArrowRight') step(shift ? 10 : 1);
  else if (key === 'Home') group.setCursor({ at: view.from }, plot);
  else if (key === 'End') group.setCursor({ at: view.to }, plot);
  else if (key === '+' || key === '=') zoom(0.5);
  else if (key === '-') zoom(2);
  else if (key === '0') group.resetZoom();
  else return false;
  return true;
}

/** Moves the crosshair from point to point, and zooms, with the keyboard. */
function listenToKeys(surface: ChartSurface, signal: AbortSignal) {
  const { host, group } = surface;
  host.addEventListener(
    'keydown',
    (event) => {
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      if (event.key === 'Escape' && group.cursorAt !== null) {
        // The crosshair goes first; a dialog around the chart closes with the next press.
        event.stopPropagation();
        group.setCursor(null, null);
      } else if (pressKey(surface, event.key, event.shiftKey)) event.preventDefault();
    },
    { signal },
  );
}

/** Lets a chart be pointed at, zoomed and walked through; `freeWheel` when no page scrolls under it. Returns how to stop. */
export function listenToGestures(surface: ChartSurface, freeWheel: boolean): () => void {
  const controller = new AbortController();
  listenToPointers(surface, controller.signal);
  listenToDrag(surface, controller.signal);
  listenToWheel(surface, freeWheel, controller.signal);
  listenToKeys(surface, controller.signal);
  return () => controller.abort();
}
