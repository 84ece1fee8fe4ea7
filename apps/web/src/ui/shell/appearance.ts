import { useSyncExternalStore } from 'react';

export type Theme = 'light' | 'dark';
export type MenuMode = 'static' | 'overlay';

/** How the app looks in this browser; `scale` is the root font size in px. */
export type Appearance = { theme: Theme; menuMode: MenuMode; ripple: boolean; scale: number };

export const defaultAppearance: Appearance = { theme: 'light', menuMode: 'static', ripple: true, scale: 14 };
export const scales = { smallest: 12, largest: 16 };

const storageKey = 'appearance';
const pageColour: Record<Theme, string> = { light: '#f5f6f9', dark: '#0f1218' };
const listeners = new Set<() => void>();
let current = readStored();

/** Makes an appearance out of what was stored, with the default for whatever is missing or out of range. */
export function appearanceOf(stored: unknown): Appearance {
  const { theme, menuMode, ripple, scale } = (typeof stored === 'object' && stored !== null ? stored : {}) as Record<
    keyof Appearance,
    unknown
  >;
  const inRange = Number.isInteger(scale) && Number(scale) >= scales.smallest && Number(scale) <= scales.largest;
  return {
    theme: theme === 'dark' ? 'dark' : 'light',
    menuMode: menuMode === 'overlay' ? 'overlay' : 'static',
    ripple: ripple !== false,
    scale: inRange ? Number(scale) : defaultAppearance.scale,
  };
}

function readStored(): Appearance {
  try {
    return appearanceOf(JSON.parse(localStorage.getItem(storageKey) ?? 'null'));
  } catch {
    return defaultAppearance;
  }
}

function apply({ theme, ripple, scale }: Appearance) {
  const root = document.documentElement;
  root.dataset.theme = theme;
  root.dataset.ripple = ripple ? 'on' : 'off';
  root.style.setProperty('--root-size', `${(scale / 16) * 100}%`);
  document.querySelector('meta[name="theme-color"]')?.setAttribute('content', pageColour[theme]);
}

/** Changes some of the settings, shows them at once and keeps them in this browser. */
export function changeAppearance(change: Partial<Appearance>): void {
  current = { ...current, ...change };
  apply(current);
  try {
    localStorage.setItem(storageKey, JSON.stringify(current));
  } catch {
    // Storage is switched off: the choice lives as long as the page.
  }
  for (const listener of listeners) listener();
}

/** Shows a theme without keeping it; returns how to go back to the one before. */
export function showTheme(theme: Theme): () => void {
  const show = (visible: Theme) => {
    current = { ...current, theme: visible };
    apply(current);
    for (const listener of listeners) listener();
  };
  const before = current.theme;
  show(theme);
  return () => show(before);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function useAppearance(): Appearance {
  return useSyncExternalStore(subscribe, () => current);
}
