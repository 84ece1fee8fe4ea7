import type { BoardPin, ControlState, Output } from '@cyno/contract';
import { afterEach, describe, expect, it, vi } from 'vitest';
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

const openCard = (outputs: Output[], more: Partial<Parameters<typeof PinsCard>[0]> = {}) =>
  renderInApp(
    <PinsCard
      device={deviceOf({ family: 'esp8266' })}
      state={{ pins, outputs, events: [], commands: [] } as ControlState}
      onSwitch={() => {}}
      onSetUp={() => {}}
      {...more}
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

describe('a press on a pin in the drawing of a large board', () => {
  const many = ['2', '4', '5', '13', '14', '16', '17', '18', '19', '21', '34'].map(
    (pin): BoardPin => ({ pin, gpio: Number(pin), modes: pin === '34' ? [] : ['digit'], note: null }),
  );
  const openLarge = (onSetUp: ((pin: BoardPin) => void) | undefined) =>
    openCard([], {
      device: deviceOf({ family: 'esp32' }),
      state: { pins: many, outputs: [], events: [], commands: [] } as ControlState,
      onSetUp,
    });
  const pressPin = (pin: string) =>
    document
      .querySelector(`[data-pin="${pin}"]`)
      ?.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true }));

  it('sets the unused pin up', async () => {
    const onSetUp = vi.fn();
    const { screen } = await openLarge(onSetUp);
    await expect.element(screen.getByText('No outputs yet. Choose a pin to set one up.')).toBeVisible();
    pressPin('13');
    expect(onSetUp.mock.calls).toEqual([[many[3]]]);
  });

  it.each<[string, string, ((pin: BoardPin) => void) | undefined]>([
    ['that can only be read', '34', () => {}],
    ['that one may not set up', '13', undefined],
  ])('shows the row of one %s', async (_, pin, onSetUp) => {
    const { screen } = await openLarge(onSetUp);
    await expect.element(screen.getByText('All 11 pins')).toBeVisible();
    const row = page.elementLocator(document.getElementById(`pin-${pin}`) as HTMLElement);
    await expect.element(row).not.toBeVisible();
    pressPin(pin);
    await expect.element(row).toBeVisible();
  });
});
