/** What a page reports of its own loading; times in ms since its navigation began. */
export interface Probed {
  /** Its contents stand, without a skeleton, and stay. */
  readonly usableMs: number;
  readonly paintMs: number;
  /** Cumulative layout shift, the largest window of sessions: https://web.dev/articles/cls */
  readonly shift: number;
  /** The longest of each interaction, from the press to the next frame. */
  readonly interactionsMs: readonly number[];
}

declare global {
  interface Window {
    probed(): Probed;
  }
}

/** Runs in the page before anything else of it does. */
export function probe(): void {
  const contents = '#root main, #root .gate-card, body > main';
  const unfinished = '.skeleton, [aria-busy="true"]';
  let usableMs = Number.NaN;
  let paintMs = 0;
  let shift = 0;
  let session = { value: 0, first: 0, last: 0 };
  const interactions = new Map<number, number>();

  const isUsable = () => {
    const place = document.querySelector<HTMLElement>(contents);
    return place !== null && place.textContent.trim() !== '' && place.querySelector(unfinished) === null;
  };
  const check = () => {
    if (!isUsable()) usableMs = Number.NaN;
    else if (Number.isNaN(usableMs)) usableMs = performance.now();
    requestAnimationFrame(check);
  };
  requestAnimationFrame(check);

  const observe = <Kind extends PerformanceEntry>(type: string, take: (entry: Kind) => void, more = {}) =>
    new PerformanceObserver((list) => (list.getEntries() as Kind[]).forEach((entry) => void take(entry))).observe({
      type,
      buffered: true,
      ...more,
    });
  observe('largest-contentful-paint', ({ startTime }) => {
    paintMs = startTime;
  });
  observe<PerformanceEntry & { value: number; hadRecentInput: boolean }>('layout-shift', (entry) => {
    if (entry.hadRecentInput) return;
    const { startTime: at, value } = entry;
    const continues = at - session.last < 1_000 && at - session.first < 5_000;
    session = continues ? { ...session, value: session.value + value, last: at } : { value, first: at, last: at };
    shift = Math.max(shift, session.value);
  });
  observe<PerformanceEntry & { interactionId: number }>(
    'event',
    ({ interactionId, duration }) => {
      if (interactionId) interactions.set(interactionId, Math.max(duration, interactions.get(interactionId) ?? 0));
    },
    { durationThreshold: 16 },
  );
  window.probed = () => ({ usableMs, paintMs, shift, interactionsMs: [...interactions.values()] });
}
