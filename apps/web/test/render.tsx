import { QueryClientProvider } from '@tanstack/react-query';
import { type ReactNode, useMemo } from 'react';
import { UNSAFE_createMemoryHistory as createMemoryHistory } from 'react-router';
import { render } from 'vitest-browser-react';
import { AppQueryClient } from '../src/lib/api/query-client.ts';
import { PageProvider } from '../src/lib/router/page-provider.tsx';
import { createPageRouter } from '../src/lib/router/page-router.ts';
import { type Toast, ToastContext, ToastProvider, useToasts } from '../src/ui/overlays/toast.tsx';
import './render.css';

interface RenderOptions {
  /** The address of the page; its path is `route` with its parameters filled in. */
  readonly at?: string;
  readonly route?: string;
}

/** Draws a component with what the app puts around every page: the router, a cache that is empty, and toasts. */
export async function renderInApp(component: ReactNode, { at = '/', route = '*' }: RenderOptions = {}) {
  const client = new AppQueryClient({ defaultOptions: { queries: { retry: false } } });
  const router = createPageRouter([{ path: route, element: component }], createMemoryHistory({ initialEntries: [at] }));
  await router.start();
  const screen = await render(
    <div className="rendered">
      <ToastProvider>
        <LastingToasts>
          <QueryClientProvider client={client}>
            <PageProvider router={router} />
          </QueryClientProvider>
        </LastingToasts>
      </ToastProvider>
    </div>,
  );
  return { screen, router, client };
}

/** The presses of the browser's driver may take longer than a toast lasts: here toasts stay, below the page, where they cover nothing. */
function LastingToasts({ children }: { children: ReactNode }) {
  const toasts = useToasts();
  const lasting = useMemo(
    () => ({ ...toasts, add: (toast: Toast) => toasts.add({ ...toast, durationMs: null }) }),
    [toasts],
  );
  return <ToastContext value={lasting}>{children}</ToastContext>;
}
