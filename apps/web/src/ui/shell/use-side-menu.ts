import { type RefObject, useEffect, useEffectEvent, useReducer, useRef, useSyncExternalStore } from 'react';
import { viewportWidth } from '../../lib/browser/viewport-width.ts';
import type { MenuMode } from './appearance.ts';
import { closedMenu, isFloating, isMenuVisible, type MenuState, mobileMaxWidth, nextMenuState } from './menu-state.ts';

export type SideMenu = {
  state: MenuState;
  isVisible: boolean;
  panelRef: RefObject<HTMLElement | null>;
  buttonRef: RefObject<HTMLButtonElement | null>;
  toggle: () => void;
  /** Gives the focus back to the menu button. */
  close: () => void;
  /** The pointer came to the left edge: a menu that was put away shows itself until the pointer leaves it. */
  peek: () => void;
};

const desktopQuery = `(min-width: ${mobileMaxWidth + 1}px)`;

function watchDesktop(onChange: () => void): () => void {
  const desktop = matchMedia(desktopQuery);
  desktop.addEventListener('change', onChange);
  return () => desktop.removeEventListener('change', onChange);
}

/** The side menu's state with what closes it: a press outside, Escape, and every change of `page`. */
export function useSideMenu(mode: MenuMode, page: string): SideMenu {
  const [state, send] = useReducer(nextMenuState, closedMenu);
  const panelRef = useRef<HTMLElement>(null);
  const buttonRef = useRef<HTMLButtonElement>(null);
  const floating = isFloating(state);
  const covering = state.overlayActive || state.staticMobileActive;

  const dismiss = () => send({ type: 'dismissed' });
  const close = () => {
    dismiss();
    buttonRef.current?.focus();
  };
  const pressOutside = useEffectEvent((event: PointerEvent) => {
    const target = event.target as Node;
    if (!panelRef.current?.contains(target) && !buttonRef.current?.contains(target)) dismiss();
  });
  // A page that is still being loaded does not change `page` yet, but the menu has done its work.
  const followLink = useEffectEvent((event: MouseEvent) => {
    const target = event.target as Element;
    if (panelRef.current?.contains(target) && target.closest('a')) dismiss();
  });
  const movePointer = useEffectEvent((event: PointerEvent) => {
    if (event.clientX > (panelRef.current?.offsetWidth ?? 0)) send({ type: 'hovered', inside: false });
  });
  const pressEscape = useEffectEvent((event: KeyboardEvent) => {
    // The command palette may stand above the menu.
    if (event.key !== 'Escape' || event.defaultPrevented || document.querySelector(':modal')) return;
    event.preventDefault();
    // A menu that only peeks leaves the focus where somebody types.
    if (covering || panelRef.current?.contains(document.activeElement)) close();
    else dismiss();
  });

  useEffect(() => {
    if (!floating) return;
    const outside = (event: PointerEvent) => pressOutside(event);
    const key = (event: KeyboardEvent) => pressEscape(event);
    document.addEventListener('pointerdown', outside);
    const follow = (event: MouseEvent) => followLink(event);
    document.addEventListener('keydown', key);
    document.addEventListener('click', follow);
    return () => {
      document.removeEventListener('pointerdown', outside);
      document.removeEventListener('keydown', key);
      document.removeEventListener('click', follow);
    };
  }, [floating]);

  useEffect(() => {
    if (!state.hoverActive) return;
    const move = (event: PointerEvent) => movePointer(event);
    document.addEventListener('pointermove', move);
    return () => document.removeEventListener('pointermove', move);
  }, [state.hoverActive]);

  useEffect(() => {
    if (covering) panelRef.current?.querySelector<HTMLElement>('a, button')?.focus({ preventScroll: true });
  }, [covering]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: another page or mode is what closes the menu.
  useEffect(() => dismiss(), [page, mode]);

  // What is shown differs on the two sides of the breakpoint although the state stays, so that crossing it draws again.
  const isDesktop = useSyncExternalStore(watchDesktop, () => matchMedia(desktopQuery).matches);
  // biome-ignore lint/correctness/useExhaustiveDependencies: crossing the breakpoint is what closes the menu.
  useEffect(() => dismiss(), [isDesktop]);

  return {
    state,
    isVisible: isMenuVisible(state, mode, viewportWidth()),
    panelRef,
    buttonRef,
    toggle: () => send({ type: 'toggled', mode, width: viewportWidth() }),
    close,
    peek: () => send({ type: 'hovered', inside: true }),
  };
}
