import { describe, expect, it } from 'vitest';
import { closedMenu, isMenuVisible, layoutClasses, type MenuEvent, nextMenuState } from './menu-state.ts';

const appearance = { theme: 'light', menuMode: 'static', ripple: true } as const;
const run = (...events: MenuEvent[]) => events.reduce(nextMenuState, closedMenu);
const toggle = (mode: 'static' | 'overlay', width: number): MenuEvent => ({ type: 'toggled', mode, width });

describe('the menu button', () => {
  it('hides the static menu on a desktop, and 992 px is the first desktop', () => {
    expect(run(toggle('static', 992))).toMatchObject({ staticDesktopInactive: true, staticMobileActive: false });
    expect(run(toggle('static', 992), toggle('static', 992))).toEqual(closedMenu);
  });

  it('opens the mobile menu up to 991 px, in either mode', () => {
    for (const mode of ['static', 'overlay'] as const) {
      expect(run(toggle(mode, 991))).toEqual({ ...closedMenu, staticMobileActive: true });
    }
  });

  it('opens the overlay menu on a desktop', () => {
    expect(run(toggle('overlay', 1440))).toEqual({ ...closedMenu, overlayActive: true });
  });
});

describe('a press outside', () => {
  it('closes what floats and leaves the static menu as it is', () => {
    expect(run(toggle('overlay', 1440), { type: 'dismissed' })).toEqual(closedMenu);
    expect(run(toggle('static', 360), { type: 'dismissed' })).toEqual(closedMenu);
    const put = run(toggle('static', 1440), { type: 'hovered', inside: true });
    expect(put.hoverActive).toBe(true);
    expect(nextMenuState(put, { type: 'dismissed' })).toEqual({ ...closedMenu, staticDesktopInactive: true });
  });
});

it('peeks only when the static menu is put away', () => {
  expect(run({ type: 'hovered', inside: true }).hoverActive).toBe(false);
});

it('knows whether the menu can be seen', () => {
  expect(isMenuVisible(closedMenu, 'static', 1440)).toBe(true);
  expect(isMenuVisible(closedMenu, 'static', 991)).toBe(false);
  expect(isMenuVisible(closedMenu, 'overlay', 1440)).toBe(false);
  expect(isMenuVisible(run(toggle('overlay', 1440)), 'overlay', 1440)).toBe(true);
});

describe('the classes of the wrapper', () => {
  it.each([
    [closedMenu, appearance, 'layout-wrapper layout-theme-light layout-static'],
    [run(toggle('static', 1440)), appearance, 'layout-wrapper layout-theme-light layout-static layout-static-inactive'],
    [run(toggle('static', 360)), appearance, 'layout-wrapper layout-theme-light layout-static layout-mobile-active'],
    [
      run(toggle('overlay', 1440)),
      { theme: 'dark', menuMode: 'overlay', ripple: false } as const,
      'layout-wrapper layout-theme-dark layout-overlay layout-overlay-active layout-ripple-disabled',
    ],
  ])('%#', (state, of, classes) => {
    expect(layoutClasses(state, of)).toBe(classes);
  });

  it('does not call a menu overlay-active that was opened before the mode changed', () => {
    expect(layoutClasses(run(toggle('overlay', 1440)), appearance)).not.toContain('layout-overlay-active');
  });
});
