import type { BoardPin, ControlState, Output } from '@cyno/contract';
import { afterEach, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { deviceOf } from '../../../../../test/devices.ts';
import { renderInApp } from '../../../../../test/render.tsx';
import { PinsCard } from './pins-card.tsx';

const pins = Array.from(
  { length: 9 },
  (_, index): BoardPin => ({ pin: `D${index}`, gpio: index, modes: ['digit'], note: null }),
);
const pump: Output = {
  pin: 'D5',
  mode: 'digit',
  name: 'Pump',
  locked: false,
  momentaryMs: null,
  reported: 0,
  reportedAt: null,
  changedBy: null,
  wanted: null,
};

const openCard = (outputs: Output[]) =>
  renderInApp(
    <PinsCard
      device={deviceOf({ family: 'esp8266' })}
      state={{ pins, outputs, events: [], commands: [] } as ControlState}
      onSwitch={() => {}}
      onSetUp={() => {}}
    />,
  );

afterEach(() => page.viewport(1280, 800));

it('on a phone, outputs come first, and the other pins and the drawing are folded', async () => {
  await page.viewport(360, 740);
  const { screen } = await openCard([pump]);
  await expect.element(screen.getByRole('switch', { name: 'Pump' })).toBeVisible();
  await expect.element(screen.getByText('Unused').first()).not.toBeVisible();
  await screen.getByText('8 unused pins').click();
  await expect.element(screen.getByText('Unused').first()).toBeVisible();
  const targets = [...document.querySelectorAll('.pinout-target')].map((target) => target.getBoundingClientRect());
  expect(targets).toHaveLength(9);
  expect(targets.every(({ width, height }) => width >= 40 && height >= 40)).toBe(true);
});

it('on a phone, pins of a board without outputs are open', async () => {
  await page.viewport(360, 740);
  const { screen } = await openCard([]);
  await expect.element(screen.getByText('All 9 pins')).toBeVisible();
  await expect.element(screen.getByText('Unused').first()).toBeVisible();
});

it('on a wide screen, every pin has its row', async () => {
  const { screen } = await openCard([pump]);
  await expect.element(screen.getByText('Unused').first()).toBeVisible();
});
