import { QueryClientProvider } from '@tanstack/react-query';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { RouterProvider } from 'react-router/dom';
import '../ui/theme/base.css';
import { ToastProvider } from '../ui/toast.tsx';
import { createQueryClient } from './query-client.ts';
import { createRouter } from './router.tsx';

const place = document.getElementById('root');
if (!place) throw new Error('The page has no element #root.');

const queryClient = createQueryClient();
const router = createRouter(queryClient);

createRoot(place).render(
  <StrictMode>
    <QueryClientProvider client={queryClient}>
      <ToastProvider>
        <RouterProvider router={router} />
      </ToastProvider>
    </QueryClientProvider>
  </StrictMode>,
);
