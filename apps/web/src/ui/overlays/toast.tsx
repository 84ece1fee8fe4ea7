import { t } from '@lingui/core/macro';
import { IconAlertTriangle, IconCircleCheck, IconInfoCircle, IconX } from '@tabler/icons-react';
import {
  createContext,
  type PointerEvent,
  type ReactNode,
  type RefObject,
  useCallback,
  useContext,
  useEffect,
  useEffectEvent,
  useMemo,
  useRef,
  useState,
} from 'react';
import { currentLoginSession, onSessionChange, pageOwner } from '../../lib/api/session.ts';
import { Button, IconButton } from '../buttons/button.tsx';
import { Icon } from '../graphics/icon.tsx';
import './toast.css';

export type Toast = {
  kind: 'error' | 'success' | 'info';
  title: string;
  detail?: string;
  action?: { label: string; onPress: () => void };
  /** How long it stays, ms; null keeps it until it is closed. Default 6 s, or 10 s with an action or for an error. */
  durationMs?: number | null;
  /** A toast with the same key takes the place of the earlier one. */
  key?: string;
};

export type Toasts = {
  /** Shows a toast at the top right, on a phone at the bottom, and returns its id. */
  add: (toast: Toast) => string;
  dismiss: (id: string) => void;
};

type VisibleToast = Toast & { id: string };

const limit = 5;
const icons = { error: IconAlertTriangle, success: IconCircleCheck, info: IconInfoCircle };
/** Where `useToasts` finds them. */
export const ToastContext = createContext<Toasts | null>(null);

/** The toasts of the app; throws outside `ToastProvider`. */
export function useToasts(): Toasts {
  const toasts = useContext(ToastContext);
  if (!toasts) throw new Error('useToasts needs a ToastProvider above it.');
  return toasts;
}

/** Keeps the toasts and draws them; at most five, the oldest goes first. */
export function ToastProvider({ children }: { children: ReactNode }) {
  const [visible, setVisible] = useState<VisibleToast[]>([]);
  const lastIdRef = useRef(0);
  const dismiss = useCallback((id: string) => setVisible((all) => all.filter((toast) => toast.id !== id)), []);
  const add = useCallback((toast: Toast) => {
    lastIdRef.current += 1;
    const id = String(lastIdRef.current);
    setVisible((all) =>
      [...all.filter((other) => !toast.key || other.key !== toast.key), { ...toast, id }].slice(-limit),
    );
    return id;
  }, []);
  const toasts = useMemo(() => ({ add, dismiss }), [add, dismiss]);
  useOwnerLeft(() => setVisible([]));
  const regionRef = useRef<HTMLElement>(null);
  const isAside = useAside(regionRef, visible.length);
  const newest = visible.at(-1);
  useEscape(newest ? () => dismiss(newest.id) : null);
  return (
    <ToastContext value={toasts}>
      {children}
      <section
        ref={regionRef}
        className={isAside ? 'toasts toasts-aside' : 'toasts'}
        aria-label={t`Notifications`}
        data-react-aria-top-layer="true"
      >
        {visible.map((toast) => (
          <ToastCard key={toast.id} toast={toast} onClose={() => dismiss(toast.id)} />
        ))}
      </section>
    </ToastContext>
  );
}

/** Who uses this browser next neither reads nor undoes what the owner of the page did. */
function useOwnerLeft(onLeft: () => void) {
  const leave = useEffectEvent(onLeft);
  useEffect(() => {
    let loginSession = currentLoginSession();
    return onSessionChange(() => {
      if (pageOwner() && currentLoginSession() === loginSession) return;
      loginSession = currentLoginSession();
      leave();
    });
  }, []);
}

/** Escape closes the newest toast, unless something else has closed by it. */
function useEscape(onEscape: (() => void) | null) {
  const close = useEffectEvent((event: KeyboardEvent) => {
    // The dialogs and popovers of the browser close after the event.
    if (event.key === 'Escape' && !event.defaultPrevented && !document.querySelector(':modal,:popover-open'))
      onEscape?.();
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => close(event);
    addEventListener('keydown', listen);
    return () => removeEventListener('keydown', listen);
  }, []);
}

/** Whether the toasts stand at the other end of the page, since they would cover what has the focus. */
function useAside(regionRef: RefObject<HTMLElement | null>, count: number): boolean {
  const [isAside, setAside] = useState(false);
  const checkFocus = useEffectEvent(() => {
    const region = regionRef.current;
    const { activeElement } = document;
    if (!region || !activeElement || activeElement === document.body || region.contains(activeElement)) return;
    const [own, focused] = [region.getBoundingClientRect(), activeElement.getBoundingClientRect()];
    const isCovered =
      own.height > 0 &&
      own.left < focused.right &&
      focused.left < own.right &&
      own.top < focused.bottom &&
      focused.top < own.bottom;
    // What is as large as the page, such as its main part, is seen beside them.
    if (isCovered && focused.height < innerHeight / 2) setAside(!isAside);
  });
  useEffect(() => {
    if (count > 0) checkFocus();
  }, [count]);
  useEffect(() => {
    const listen = () => checkFocus();
    addEventListener('focusin', listen);
    return () => removeEventListener('focusin', listen);
  }, []);
  return isAside && count > 0;
}

/** So far a toast is moved aside before it goes, px. */
const swipePx = 80;

/** What lets a finger swipe a toast away to either side. */
function useSwipe(cardRef: RefObject<HTMLElement | null>, onClose: () => void) {
  const fromRef = useRef<number | null>(null);
  const show = (moved: number) => {
    if (cardRef.current) cardRef.current.style.translate = moved === 0 ? '' : `${moved}px`;
  };
  const end = () => {
    fromRef.current = null;
    show(0);
  };
  return {
    onPointerDown(event: PointerEvent<HTMLElement>) {
      if (event.pointerType === 'touch') fromRef.current = event.clientX;
    },
    onPointerMove(event: PointerEvent<HTMLElement>) {
      if (fromRef.current !== null) show(event.clientX - fromRef.current);
    },
    onPointerUp(event: PointerEvent<HTMLElement>) {
      const isAway = fromRef.current !== null && Math.abs(event.clientX - fromRef.current) >= swipePx;
      end();
      if (isAway) onClose();
    },
    onPointerCancel: end,
  };
}

function ToastCard({ toast, onClose }: { toast: VisibleToast; onClose: () => void }) {
  const cardRef = useRef<HTMLDivElement>(null);
  const close = useEffectEvent(onClose);
  const usual = toast.action || toast.kind === 'error' ? 10_000 : 6000;
  const duration = toast.durationMs === undefined ? usual : toast.durationMs;
  useEffect(() => {
    if (duration === null) return;
    let timer = setTimeout(function leave() {
      // Somebody who reads it or is about to press its button keeps it.
      if (cardRef.current?.matches(':hover, :focus-within')) timer = setTimeout(leave, 1000);
      else close();
    }, duration);
    return () => clearTimeout(timer);
  }, [duration]);
  const { action } = toast;
  const swipe = useSwipe(cardRef, onClose);
  return (
    <div
      ref={cardRef}
      className={`toast toast-${toast.kind}`}
      role={toast.kind === 'error' ? 'alert' : 'status'}
      {...swipe}
    >
      <Icon of={icons[toast.kind]} />
      <span className="toast-text">
        <b>{toast.title}</b>
        {toast.detail}
      </span>
      {action && (
        <Button
          size="small"
          onClick={() => {
            action.onPress();
            onClose();
          }}
        >
          {action.label}
        </Button>
      )}
      <IconButton label={t`Close`} icon={IconX} size="small" onClick={onClose} />
    </div>
  );
}
