import { t } from '@lingui/core/macro';
import { IconAlertTriangle, IconCircleCheck, IconInfoCircle, IconX } from '@tabler/icons-react';
import {
  createContext,
  type ReactNode,
  useCallback,
  useContext,
  useEffect,
  useEffectEvent,
  useMemo,
  useRef,
  useState,
} from 'react';
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
  return (
    <ToastContext value={toasts}>
      {children}
      <section className="toasts" aria-label={t`Notifications`} data-react-aria-top-layer="true">
        {visible.map((toast) => (
          <ToastCard key={toast.id} toast={toast} onClose={() => dismiss(toast.id)} />
        ))}
      </section>
    </ToastContext>
  );
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
  return (
    <div ref={cardRef} className={`toast toast-${toast.kind}`} role={toast.kind === 'error' ? 'alert' : 'status'}>
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
