import { t } from '@lingui/core/macro';
import { IconX } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { IconButton } from '../buttons/button.tsx';
import { useAppearance } from './appearance.ts';
import { Logo } from './brand.tsx';
import { layoutClasses } from './menu-state.ts';
import './shell-frame.css';
import type { SideMenu } from './use-side-menu.ts';

type ShellFrameProps = {
  sideMenu: SideMenu;
  topBar: ReactNode;
  menu: ReactNode;
  footer: ReactNode;
  children: ReactNode;
};

/** The frame around every signed-in page: top bar, side menu, content and footer. */
export function ShellFrame({ sideMenu, topBar, menu, footer, children }: ShellFrameProps) {
  const appearance = useAppearance();
  const { state, panelRef, close, peek } = sideMenu;
  return (
    <div className={layoutClasses(state, appearance)}>
      <a className="layout-skip" href="#main">
        {t`Skip to content`}
      </a>
      <header className="layout-topbar">{topBar}</header>
      {state.staticDesktopInactive && <div className="layout-hover-edge" onPointerEnter={peek} aria-hidden="true" />}
      <div className="layout-mask" aria-hidden="true" />
      <aside ref={panelRef} id="side-menu" className="layout-sidebar" aria-label={t`Side menu`}>
        <div className="layout-sidebar-head">
          <Logo height={24} />
          <IconButton label={t`Close the menu`} icon={IconX} onClick={close} />
        </div>
        {menu}
      </aside>
      <div className="layout-main" inert={state.staticMobileActive}>
        <main className="layout-content" id="main" tabIndex={-1}>
          {children}
        </main>
        <footer className="layout-footer">{footer}</footer>
      </div>
    </div>
  );
}
