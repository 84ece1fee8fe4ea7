import { expect, it, onTestFinished } from 'vitest';
import { page } from 'vitest/browser';
import { variableOf } from '../../../../test/devices.ts';
import { renderInApp } from '../../../../test/render.tsx';
import { ValueCard } from './value-card.tsx';

it('never cuts an old number for its age on a phone', async () => {
  const { innerWidth, innerHeight } = window;
  onTestFinished(() => page.viewport(innerWidth, innerHeight));
  await page.viewport(360, 780);
  const light = variableOf('light', { label: 'Light', unit: 'lx', value: 29_003 });
  const { screen } = await renderInApp(
    <div className="value-cards">
      <ValueCard variable={light} age="14 minutes ago" day={{ low: 3, high: 55_329 }} />
    </div>,
  );
  await expect.element(screen.getByText('14 minutes ago')).toBeVisible();
  const figure = screen.getByText('29,003').element();
  expect(figure.scrollWidth).toBeLessThanOrEqual(figure.clientWidth);
});
