import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { render } from 'vitest-browser-react';
import { ToastProvider } from '../src/ui/overlays/toast.tsx';

interface RenderOptions {
  /** The address of the page; its path is `route` with its parameters filled in. */
  readonly at?: string;
  readonly route?: string;
}

/** Draws a component with what the app puts around every page: the router, a cache that is empty, and toasts. */
export async function renderInApp(component: ReactNode, { at = '/', route = '*' }: RenderOptions = {}) {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const router = createMemoryRouter([{ path: route, element: component }], { initialEntries: [at] });
  const screen = await render(
    <ToastProvider>
      <QueryClientProvider client={client}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </ToastProvider>,
  );
  return { screen, router, client };
}
