import { expect } from 'vitest';
import { page } from 'vitest/browser';
import { renderHook } from 'vitest-browser-react';
import { ToastProvider, useToasts } from '../src/ui/overlays/toast.tsx';

/** Shows a toast that stays until it is closed, beside what a test draws; returns it. */
export async function showToast(title: string) {
  const { result } = await renderHook(() => useToasts(), { wrapper: ToastProvider });
  result.current.add({ kind: 'info', title, durationMs: null });
  const toast = page.getByText(title, { exact: true });
  await expect.element(toast).toBeVisible();
  return toast;
}
