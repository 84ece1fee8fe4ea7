import type { Widget } from '@cyno/contract';
import { t } from '@lingui/core/macro';
import { IconX } from '@tabler/icons-react';
import {
  type CSSProperties,
  type ReactNode,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { useNow } from '../../../../lib/browser/use-now.ts';
import { formatDuration } from '../../../../lib/format/format.ts';
import { IconButton } from '../../../../ui/buttons/button.tsx';
import { StatusDot } from '../../../../ui/status/status-dot.tsx';
import './kiosk-frame.css';
import { useIsPhone } from '../phone-layout/use-is-phone.ts';
import { KioskPager } from './kiosk-pager.tsx';
import { asDesigned, fitKiosk } from './kiosk-pages.ts';
import { useTurningPages } from './use-turning-pages.ts';
import { useWakeLock } from './use-wake-lock.ts';

type KioskFrameProps = {
  title: string;
  /** None while they are on their way, or when there are none. */
  widgets: readonly Widget[];
  /** Which theme, other than the one of this browser. */
  theme: 'light' | 'dark' | null;
  /** Whether values are live at the moment. */
  isLive: boolean;
  /** Why they are not, when it is known and will not pass by itself. */
  problem?: string | null;
  /** Stands above the widgets, such as which device they show. */
  head?: ReactNode;
  /** Another dashboard follows: how long this one is shown at least, s, and what to call then. */
  turn?: { every: number; onEnd: () => void } | undefined;
  /** Called for Escape, and when the browser leaves its full-screen mode. */
  onLeave: () => void;
  /** Draws the widgets of a page, or what stands in their place. */
  children: (widgets: readonly Widget[]) => ReactNode;
};

const quietAfterMs = 5_000;
const graceMs = 2_000;
/** How long one of several pages is shown, s. */
const pageSeconds = 20;

/**
 * A dashboard on a screen of its own: nothing around it, as large as the screen, on several pages in turn when it would be too small to
 * be read, awake, and honest about a lost connection.
 */
export function KioskFrame({ title, widgets, theme, isLive, problem = null, head, turn, ...props }: KioskFrameProps) {
  const { onLeave, children } = props;
  const isQuiet = useIsQuiet();
  const { stageRef, isPhone, pages, zoom, rowPx } = useFit(widgets);
  const count = pages.length;
  const seconds = Math.max(count > 1 ? pageSeconds : 0, (turn?.every ?? 0) / count);
  const turning = useTurningPages({ count, seconds, onEnd: turn?.onEnd });
  useWakeLock();
  useTheme(theme);
  useLeave(onLeave);
  return (
    <main className="kiosk" data-quiet={isQuiet || undefined} aria-label={title}>
      {head && <div className="kiosk-head">{head}</div>}
      <div
        className="kiosk-stage"
        ref={stageRef}
        // A phone scrolls, with the arrow keys too.
        tabIndex={isPhone ? 0 : undefined}
      >
        <div
          key={turning.page}
          className="kiosk-body"
          style={{ '--zoom': zoom, '--kiosk-row': `${rowPx}px` } as CSSProperties}
        >
          {children(pages[turning.page] ?? [])}
        </div>
      </div>
      {count > 1 && <KioskPager count={count} pages={turning} />}
      <Connection isLive={isLive} problem={problem} />
      <IconButton className="kiosk-leave" label={t`Leave (Esc)`} icon={IconX} onClick={onLeave} />
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
          {problem ? (
            <span>{problem}</span>
          ) : (
            <span aria-live="off">{t`No new values for ${{ duration: formatDuration(now - (lostAt ?? now)) }}`}</span>
          )}
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

/** How the widgets fill the room that there is for them. */
function useFit(widgets: readonly Widget[]) {
  const stageRef = useRef<HTMLDivElement>(null);
  const [size, setSize] = useState<{ width: number; height: number } | null>(null);
  const isPhone = useIsPhone();
  useLayoutEffect(() => {
    const stage = stageRef.current;
    if (!stage) return;
    const measure = () => setSize({ width: stage.clientWidth, height: stage.clientHeight });
    measure();
    const sizes = new ResizeObserver(measure);
    sizes.observe(stage);
    return () => sizes.disconnect();
  }, []);
  const fit = useMemo(
    // A phone scrolls: what is made to fit could not be read there.
    () => (!size || isPhone || widgets.length === 0 ? asDesigned(widgets) : fitKiosk(widgets, size)),
    [size, isPhone, widgets],
  );
  return { stageRef, isPhone, ...fit };
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
      if (event.key !== 'Escape' || event.defaultPrevented || document.querySelector('[role*="dialog"], [role="menu"]'))
        return;
      event.preventDefault();
      leave();
    };
    // Browsers keep the key with which they leave their full-screen mode to themselves.
    const onFullScreen = () => document.fullscreenElement === null && leave();
    // Before the toasts, which listen to the window and close with an Escape that has done nothing else.
    document.addEventListener('keydown', onKey);
    document.addEventListener('fullscreenchange', onFullScreen);
    return () => {
      document.removeEventListener('keydown', onKey);
      document.removeEventListener('fullscreenchange', onFullScreen);
    };
  }, []);
}
