import { t } from '@lingui/core/macro';
import { useMedia } from '../../lib/browser/use-media.ts';
import { Button } from '../../ui/buttons/button.tsx';
import { type TabLink, TabLinks } from '../../ui/buttons/tab-links.tsx';
import { Menu } from '../../ui/overlays/menu.tsx';

const visibleOnPhone = 3;

/** The tabs of a device; on a phone the first few with the current one, and the others in a menu. */
export function DeviceTabLinks({ tabs }: { tabs: readonly TabLink[] }) {
  const isPhone = useMedia('(max-width: 767px)');
  const label = t`Device pages`;
  if (!isPhone) return <TabLinks label={label} tabs={tabs} />;
  const current = tabs.findIndex((tab) => tab.current);
  const isVisible = (index: number) =>
    index === current || index < (current < visibleOnPhone ? visibleOnPhone : visibleOnPhone - 1);
  const others = tabs.filter((_, index) => !isVisible(index));
  return (
    <TabLinks label={label} tabs={tabs.filter((_, index) => isVisible(index))}>
      <Menu
        label={t`More device pages`}
        trigger={
          <Button variant="ghost" className="device-tabs-more">
            {t`More`}
          </Button>
        }
        entries={others.map((tab) => ({ id: tab.to, label: tab.label, href: tab.to }))}
      />
    </TabLinks>
  );
}
