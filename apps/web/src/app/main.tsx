import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { RouterProvider } from 'react-router/dom';
import '../ui/theme/base.css';
import { ToastProvider } from '../ui/toast.tsx';
import { createRouter } from './router.tsx';

const place = document.getElementById('root');
if (!place) throw new Error('The page has no element #root.');

const router = createRouter();

createRoot(place).render(
  <StrictMode>
    <ToastProvider>
      <RouterProvider router={router} />
    </ToastProvider>
  </StrictMode>,
);
