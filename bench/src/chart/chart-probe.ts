/// <reference lib="dom" />

/** When a range was pressed, when its response was there, and when its chart stood on the screen, ms of the page's clock. */
export type Press = { pressed: number; responded: number; painted: number };

declare global {
  interface Window {
    /** The press that was measured last; undefined until its chart stands on the screen. */
    lastPress: Press | undefined;
    /** Times between frames, ms, since it was last emptied. */
    frameTimes: number[];
  }
}

/**
 * Runs in the page before anything else. A press counts until the end of the frame that first drew a line on a canvas after the
 * last response of `/history` was there; a message posted from a frame's start arrives just after the frame.
 */
export function chartProbe(): void {
  const afterFrame = new MessageChannel();
  let press: Press | undefined;
  let isDrawn = false;
  let underWay = 0;
  let frameAt = 0;
  window.frameTimes = [];
  document.addEventListener(
    'pointerdown',
    ({ timeStamp, target }) => {
      if (!(target instanceof Element && target.closest('label, button'))) return;
      window.lastPress = undefined;
      isDrawn = false;
      press = { pressed: timeStamp, responded: 0, painted: 0 };
    },
    { capture: true },
  );
  const { fetch } = window;
  window.fetch = async (...request) => {
    const address = request[0] instanceof Request ? request[0].url : String(request[0]);
    if (!/\/history\?/.test(address)) return fetch(...request);
    underWay += 1;
    const response = await fetch(...request).finally(() => {
      underWay -= 1;
    });
    if (press) press.responded = performance.now();
    return response;
  };
  const { prototype } = CanvasRenderingContext2D;
  const stroke: (this: CanvasRenderingContext2D, ...path: Path2D[]) => void = prototype.stroke;
  prototype.stroke = function (this: CanvasRenderingContext2D, ...path: Path2D[]) {
    // uPlot draws its lines, and only these, as paths.
    if (path.length > 0 && press && press.responded > 0 && underWay === 0) isDrawn = true;
    stroke.call(this, ...path);
  };
  afterFrame.port1.onmessage = () => {
    if (!press || !isDrawn) return;
    window.lastPress = { ...press, painted: performance.now() };
    press = undefined;
  };
  const frame = (at: number) => {
    window.frameTimes.push(at - frameAt);
    frameAt = at;
    afterFrame.port2.postMessage(null);
    requestAnimationFrame(frame);
  };
  requestAnimationFrame(frame);
}
