import { expect, it } from 'vitest';
import { renderInApp } from '../../../../test/render.tsx';
import { stubApi } from '../../../../test/stub-api.ts';
import { LoadSection } from './load-section.tsx';

const delay = { p50Ms: 0.4, p99Ms: 12, maxMs: 1_234.5 };

it('shows how long boards and pages waited', async () => {
  stubApi({ 'GET /api/admin/server/load': { delay, slowForMinutes: null } });
  const { screen } = await renderInApp(<LoadSection />, { at: '/admin/server' });
  await expect.element(screen.getByText('0.4 ms')).toBeVisible();
  await expect.element(screen.getByText('12 ms')).toBeVisible();
  await expect.element(screen.getByText('1235 ms')).toBeVisible();
  await expect.element(screen.getByRole('alert')).not.toBeInTheDocument();
});

it('shows what to do when the server has been slow for long', async () => {
  stubApi({ 'GET /api/admin/server/load': { delay: { ...delay, p99Ms: 45 }, slowForMinutes: 7 } });
  const { screen } = await renderInApp(<LoadSection />, { at: '/admin/server' });
  await expect.element(screen.getByRole('alert')).toMatchTextContent(/slow for 7 minutes/);
});
