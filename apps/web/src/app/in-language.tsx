import { Fragment, type ReactNode } from 'react';
import { useLanguage } from '../lib/language/language.ts';
import { ToastProvider } from '../ui/overlays/toast.tsx';

/** What stands around the router: another language draws everything in it again, but for the toasts. */
export function InLanguage({ children }: { children: ReactNode }) {
  return (
    <ToastProvider>
      <Fragment key={useLanguage()}>{children}</Fragment>
    </ToastProvider>
  );
}
