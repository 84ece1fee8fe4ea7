import { t } from '@lingui/core/macro';
import { IconChevronLeft, IconChevronRight, IconPlayerPause, IconPlayerPlay } from '@tabler/icons-react';
import { IconButton } from '../../../../ui/buttons/button.tsx';
import './kiosk-pager.css';
import type { TurningPages } from './use-turning-pages.ts';

type KioskPagerProps = { count: number; pages: TurningPages };

/** Which page of a full-screen dashboard is shown, and how to turn to another. */
export function KioskPager({ count, pages }: KioskPagerProps) {
  const { page, isPaused, turnTo, turnBy, setPaused } = pages;
  return (
    <nav className="kiosk-pager" aria-label={t`Pages of the dashboard`}>
      <IconButton label={t`Previous page (←)`} icon={IconChevronLeft} onClick={() => turnBy(-1)} />
      <ol>
        {Array.from({ length: count }, (_, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a page is nothing but its number
          <li key={index}>
            <button
              type="button"
              aria-label={t`Page ${{ page: index + 1 }} of ${count}`}
              aria-current={index === page ? 'page' : undefined}
              onClick={() => turnTo(index)}
            />
          </li>
        ))}
      </ol>
      <IconButton label={t`Next page (→)`} icon={IconChevronRight} onClick={() => turnBy(1)} />
      <IconButton
        label={isPaused ? t`Rotate pages` : t`Stay on this page`}
        icon={isPaused ? IconPlayerPlay : IconPlayerPause}
        onClick={() => setPaused(!isPaused)}
      />
    </nav>
  );
}
