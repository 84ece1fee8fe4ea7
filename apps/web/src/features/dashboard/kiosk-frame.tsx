import { IconX } from '@tabler/icons-react';
import {
  type CSSProperties,
  type ReactNode,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { formatDuration } from '../../lib/format.ts';
import { useNow } from '../../lib/use-now.ts';
import { IconButton } from '../../ui/button.tsx';
import { StatusDot } from '../../ui/status-dot.tsx';
import './kiosk-frame.css';
import { useIsPhone } from './use-is-phone.ts';
import { useWakeLock } from './use-wake-lock.ts';

type KioskFrameProps = {
  title: string;
  /** How many rows of the grid are to fill the height; 0: it is not a grid. */
  rows: number;
  /** Which theme, other than the one of this browser. */
  theme: 'light' | 'dark' | null;
  /** Whether values are live at the moment. */
  isLive: boolean;
  /** Why they are not, when it is known and will not pass by itself. */
  problem?: string | null;
  /** Called for Escape, and when the browser leaves its full-screen mode. */
  onLeave: () => void;
  children: ReactNode;
};

const quietAfterMs = 5_000;
const graceMs = 2_000;
/** A row of the grid and the gap below it, as in dashboard-page.css. */
const rowPx = 42;
const gapPx = 16;
const asDesigned = { zoom: 1, rowPx };
const smallest = 0.35;
const largest = 4;
/** Twelve columns need so much room to be read. */
const narrowestPx = 640;

/** A dashboard on a screen of its own: nothing around it, as large as the screen, awake, and honest about a lost connection. */
export function KioskFrame({ title, rows, theme, isLive, problem = null, onLeave, children }: KioskFrameProps) {
  const isQuiet = useIsQuiet();
  const { frameRef, zoom, rowPx: row } = useSize(rows);
  useWakeLock();
  useTheme(theme);
  useLeave(onLeave);
  return (
    <main className="kiosk" data-quiet={isQuiet || undefined} ref={frameRef} aria-label={title}>
      <div className="kiosk-body" style={{ '--kiosk-zoom': zoom, '--kiosk-row': `${row}px` } as CSSProperties}>
        {children}
      </div>
      <Connection isLive={isLive} problem={problem} />
      <IconButton className="kiosk-leave" label="Leave (Esc)" icon={IconX} onClick={onLeave} />
    </main>
  );
}

function Connection({ isLive, problem }: Pick<KioskFrameProps, 'isLive' | 'problem'>) {
  const now = useNow(1_000);
  const [lostAt, setLostAt] = useState<number | null>(null);
  useEffect(() => setLostAt(isLive ? null : Date.now()), [isLive]);
  const isLasting = lostAt !== null && now - lostAt > graceMs;
  return (
    <div className="kiosk-connection" role="status">
      {(isLasting || problem) && (
        <p>
          <StatusDot state={problem ? 'offline' : 'reconnecting'} withLabel={!problem} />
          <span>{problem ?? `Values stand still for ${formatDuration(now - (lostAt ?? now))}`}</span>
        </p>
      )}
    </div>
  );
}

/** True when nobody has touched anything for some seconds. */
function useIsQuiet(): boolean {
  const [isQuiet, setQuiet] = useState(false);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>;
    const wake = () => {
      clearTimeout(timer);
      setQuiet(false);
      timer = setTimeout(() => setQuiet(true), quietAfterMs);
    };
    const events = ['pointermove', 'pointerdown', 'keydown'];
    wake();
    for (const name of events) addEventListener(name, wake);
    return () => {
      clearTimeout(timer);
      for (const name of events) removeEventListener(name, wake);
    };
  }, []);
  return isQuiet;
}

/** How much so many rows have to grow or shrink to be as high as the screen; where that would be too narrow they become higher. */
function useSize(rows: number) {
  const frameRef = useRef<HTMLElement>(null);
  const [size, setSize] = useState(asDesigned);
  const isPhone = useIsPhone();
  useLayoutEffect(() => {
    const frame = frameRef.current;
    // A phone scrolls: what is made to fit could not be read there.
    if (!frame || isPhone || rows === 0) return setSize(asDesigned);
    const fit = () => {
      const padding = 2 * Number.parseFloat(getComputedStyle(frame).paddingTop);
      const [width, height] = [frame.clientWidth - padding, frame.clientHeight - padding];
      const wanted = height / (rows * (rowPx + gapPx) - gapPx);
      const zoom = Math.max(smallest, Math.min(largest, width / narrowestPx, wanted));
      setSize({ zoom, rowPx: Math.max(rowPx, (height / zoom + gapPx) / rows - gapPx) });
    };
    fit();
    const sizes = new ResizeObserver(fit);
    sizes.observe(frame);
    return () => sizes.disconnect();
  }, [rows, isPhone]);
  return { frameRef, ...size };
}

function useTheme(theme: KioskFrameProps['theme']): void {
  useEffect(() => {
    if (theme === null) return;
    const { dataset } = document.documentElement;
    const before = dataset.theme;
    dataset.theme = theme;
    return () => {
      dataset.theme = before;
    };
  }, [theme]);
}

function useLeave(onLeave: () => void): void {
  const leave = useEffectEvent(onLeave);
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      // A menu or question that is open takes Escape for itself.
      if (
        event.key === 'Escape' &&
        !event.defaultPrevented &&
        !document.querySelector('[role*="dialog"], [role="menu"]')
      )
        leave();
    };
    // Browsers keep the key with which they leave their full-screen mode to themselves.
    const onFullScreen = () => document.fullscreenElement === null && leave();
    addEventListener('keydown', onKey);
    document.addEventListener('fullscreenchange', onFullScreen);
    return () => {
      removeEventListener('keydown', onKey);
      document.removeEventListener('fullscreenchange', onFullScreen);
    };
  }, []);
}
