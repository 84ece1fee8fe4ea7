import { t } from '@lingui/core/macro';
import {
  IconAdjustmentsHorizontal,
  IconCode,
  IconDotsVertical,
  IconHelpCircle,
  IconMenu2,
  IconSearch,
} from '@tabler/icons-react';
import { useId } from 'react';
import { Link } from 'react-router';
import type { Session } from '../../lib/api/session.ts';
import { IconButton } from '../../ui/buttons/button.tsx';
import { Icon } from '../../ui/graphics/icon.tsx';
import { Logo } from '../../ui/shell/brand.tsx';
import type { SideMenu } from '../../ui/shell/use-side-menu.ts';
import { AlertBell } from './alert-bell.tsx';
import { AppearancePanel } from './appearance-panel.tsx';
import { DeviceChip } from './device-chip.tsx';
import { MorePanel } from './more-panel.tsx';
import { ProfilePanel } from './profile-panel.tsx';
import './top-bar.css';
import { docsPath } from '../../lib/language/docs-path.ts';
import { useShortcut } from './use-shortcut.ts';

type TopBarProps = { sideMenu: SideMenu; session: Session; onFind: () => void; onLogout: () => void };

const findKeys = /Mac|iPhone|iPad/.test(navigator.userAgent) ? '⌘ K' : 'Ctrl K';

/** The bar at the top of every signed-in page. Its panels are native popovers, so that they cost no script. */
export function TopBar({ sideMenu, session, onFind, onLogout }: TopBarProps) {
  useShortcut('k', onFind);
  const id = useId();
  const appearanceId = `${id}-appearance`;
  const profileId = `${id}-profile`;
  const moreId = `${id}-more`;
  return (
    <>
      <IconButton
        ref={sideMenu.buttonRef}
        className="layout-menu-button"
        label={sideMenu.isVisible ? t`Hide the menu` : t`Show the menu`}
        icon={IconMenu2}
        aria-controls="side-menu"
        aria-expanded={sideMenu.isVisible}
        onClick={sideMenu.toggle}
      />
      <Link className="topbar-logo" to="/device" aria-label={t`Cyno, all devices`}>
        <Logo height={26} />
      </Link>
      <DeviceChip />
      <span className="topbar-space" />
      <button type="button" className="topbar-find" onClick={onFind} aria-keyshortcuts="Control+K Meta+K">
        <Icon of={IconSearch} size={16} />
        <span>{t`Find a device or page`}</span>
        <kbd>{findKeys}</kbd>
      </button>
      <Link className="topbar-link only-wide" to="/code" aria-label={t`Code (${{ label: 'โค้ด' }})`}>
        <Icon of={IconCode} />
        <span lang="th">โค้ด</span>
      </Link>
      <a
        className="topbar-link only-wide"
        href={docsPath()}
        target="_blank"
        rel="noopener noreferrer"
        aria-label={t`How to use (${{ label: 'วิธีใช้งาน' }}), opens in a new tab`}
      >
        <Icon of={IconHelpCircle} />
        <span lang="th">วิธีใช้งาน</span>
      </a>
      <AlertBell />
      <IconButton
        className="only-wide"
        label={t`Appearance`}
        icon={IconAdjustmentsHorizontal}
        popoverTarget={appearanceId}
      />
      <button type="button" className="topbar-avatar only-wide" popoverTarget={profileId} title={t`User profile`}>
        <span aria-hidden="true">{initials(session.userId)}</span>
        <span className="sr-only">{t`User profile`}</span>
      </button>
      <IconButton className="only-mobile" label={t`More`} icon={IconDotsVertical} popoverTarget={moreId} />
      <AppearancePanel id={appearanceId} />
      <ProfilePanel id={profileId} userId={session.userId} onLogout={onLogout} />
      <MorePanel id={moreId} panels={{ appearanceId, profileId }} onFind={onFind} />
    </>
  );
}

/** One or two letters for an e-mail address: `narin.s@…` gives NS, `narin@…` gives N. */
function initials(email: string): string {
  const parts = (email.split('@')[0] ?? '').split(/[^\p{L}\p{N}]+/u).filter(Boolean);
  return parts
    .slice(0, 2)
    .map((word) => word.slice(0, 1).toUpperCase())
    .join('');
}
