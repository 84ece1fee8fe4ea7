/// <reference lib="dom" />

/** A number that stood on the screen, and since when (ms since the epoch). */
export type Painted = readonly [value: number, at: number];

declare global {
  interface Window {
    paintedValues: Painted[];
  }
}

/**
 * Runs in the page before anything else: notes when each new number in the element `selector` was on the screen. What changed
 * in a frame counts when that frame is done; a message posted from the frame's start arrives just after it.
 */
export function probe(selector: string): void {
  const afterFrame = new MessageChannel();
  let unpainted: number[] = [];
  window.paintedValues = [];
  afterFrame.port1.onmessage = () => {
    const now = performance.timeOrigin + performance.now();
    for (const value of unpainted) window.paintedValues.push([value, now]);
    unpainted = [];
  };
  const frame = () => {
    afterFrame.port2.postMessage(null);
    requestAnimationFrame(frame);
  };
  requestAnimationFrame(frame);
  const changed = new MutationObserver((changes) => {
    for (const { target } of changes) {
      const place = (target instanceof Element ? target : target.parentElement)?.closest(selector);
      const value = Number(place?.textContent?.replace(/\D/g, ''));
      if (place && unpainted.at(-1) !== value) unpainted.push(value);
    }
  });
  changed.observe(document, { subtree: true, childList: true, characterData: true });
}
