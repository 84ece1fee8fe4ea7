import type { MenuMode } from './appearance.ts';

/** Up to this width, in px, the menu is the mobile one (product specification, section 9). */
export const mobileMaxWidth = 991;

/** What the side menu is doing; at most one of the three that float is true. */
export type MenuState = {
  staticDesktopInactive: boolean;
  overlayActive: boolean;
  staticMobileActive: boolean;
  hoverActive: boolean;
};

export const closedMenu: MenuState = {
  staticDesktopInactive: false,
  overlayActive: false,
  staticMobileActive: false,
  hoverActive: false,
};

export type MenuEvent =
  /** The menu button. */
  | { type: 'toggled'; mode: MenuMode; width: number }
  /** A press outside of menu and menu button, Escape, or another page: whatever floats goes away. */
  | { type: 'dismissed' }
  /** The pointer came to the left edge, or left the menu. */
  | { type: 'hovered'; inside: boolean };

/** The next state of the side menu. */
export function nextMenuState(state: MenuState, event: MenuEvent): MenuState {
  switch (event.type) {
    case 'toggled':
      if (event.width <= mobileMaxWidth) return { ...state, staticMobileActive: !state.staticMobileActive };
      if (event.mode === 'overlay') return { ...state, overlayActive: !state.overlayActive };
      return { ...state, staticDesktopInactive: !state.staticDesktopInactive, hoverActive: false };
    case 'dismissed':
      if (!isFloating(state)) return state;
      return { ...state, overlayActive: false, staticMobileActive: false, hoverActive: false };
    case 'hovered':
      return { ...state, hoverActive: event.inside && state.staticDesktopInactive };
  }
}

/** True while the menu lies over the page and a press outside closes it. */
export function isFloating(state: MenuState): boolean {
  return state.overlayActive || state.staticMobileActive || state.hoverActive;
}

/** True when the menu can be seen. */
export function isMenuVisible(state: MenuState, mode: MenuMode, width: number): boolean {
  if (width <= mobileMaxWidth) return state.staticMobileActive;
  if (mode === 'overlay') return state.overlayActive;
  return !state.staticDesktopInactive || state.hoverActive;
}

/** The classes of the wrapper, with the names that the specification fixes. */
export function layoutClasses(
  state: MenuState,
  appearance: { theme: string; menuMode: MenuMode; ripple: boolean },
): string {
  return [
    'layout-wrapper',
    `layout-theme-${appearance.theme}`,
    `layout-${appearance.menuMode}`,
    appearance.menuMode === 'static' && state.staticDesktopInactive && 'layout-static-inactive',
    appearance.menuMode === 'overlay' && state.overlayActive && 'layout-overlay-active',
    state.staticMobileActive && 'layout-mobile-active',
    state.hoverActive && 'layout-hover-active',
    !appearance.ripple && 'layout-ripple-disabled',
  ]
    .filter(Boolean)
    .join(' ');
}
