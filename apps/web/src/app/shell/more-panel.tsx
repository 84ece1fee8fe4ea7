import { t } from '@lingui/core/macro';
import { IconAdjustmentsHorizontal, IconCode, IconHelpCircle, IconSearch, IconUser } from '@tabler/icons-react';
import { Link } from 'react-router';
import { docsPath } from '../../lib/language/docs-path.ts';
import { Icon } from '../../ui/graphics/icon.tsx';
import { hidePanel, showPanel } from './panels.ts';

type MorePanelProps = { id: string; panels: { appearanceId: string; profileId: string }; onFind: () => void };

/** What the top bar has no room for on a phone. */
export function MorePanel({ id, panels, onFind }: MorePanelProps) {
  const then = (next: () => void) => () => {
    hidePanel(id);
    next();
  };
  return (
    <nav id={id} popover="auto" className="topbar-panel topbar-more" aria-label={t`More`}>
      <button type="button" className="topbar-more-line" onClick={then(onFind)}>
        <Icon of={IconSearch} />
        {t`Find a device or page`}
      </button>
      <Link
        className="topbar-more-line"
        to="/code"
        aria-label={t`Code (${{ label: 'โค้ด' }})`}
        onClick={() => hidePanel(id)}
      >
        <Icon of={IconCode} />
        <span lang="th">โค้ด</span>
      </Link>
      <a
        className="topbar-more-line"
        href={docsPath()}
        target="_blank"
        rel="noopener noreferrer"
        aria-label={t`How to use (${{ label: 'วิธีใช้งาน' }}), opens in a new tab`}
        onClick={() => hidePanel(id)}
      >
        <Icon of={IconHelpCircle} />
        <span lang="th">วิธีใช้งาน</span>
      </a>
      <button type="button" className="topbar-more-line" onClick={then(() => showPanel(panels.appearanceId))}>
        <Icon of={IconAdjustmentsHorizontal} />
        {t`Appearance`}
      </button>
      <button type="button" className="topbar-more-line" onClick={then(() => showPanel(panels.profileId))}>
        <Icon of={IconUser} />
        {t`User profile`}
      </button>
    </nav>
  );
}
