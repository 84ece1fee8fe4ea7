import type { PublicConfig } from '@cyno/contract';
import { t } from '@lingui/core/macro';
import { IconBook, IconChevronRight, IconMail, IconMessage, IconPackage, IconPlayerPlay } from '@tabler/icons-react';
import { useId, useState } from 'react';
import { useConfig } from '../../lib/api/public-config.ts';
import { docsPath } from '../../lib/language/docs-path.ts';
import { Ripple } from '../../ui/buttons/ripple.tsx';
import { Icon } from '../../ui/graphics/icon.tsx';
import { ExternalLink, MenuSection } from './side-menu-parts.tsx';

type Links = PublicConfig['links'];

const pages = [
  { key: 'library', label: () => t`Library`, icon: IconPackage },
  { key: 'documentation', label: () => t`Documentation`, icon: IconBook },
  { key: 'feedback', label: () => t`Feedback`, icon: IconMessage },
  { key: 'video', label: () => t`Videos`, icon: IconPlayerPlay },
] as const;

const contacts = [
  { key: 'contact', label: () => t`Contact` },
  { key: 'social', label: () => t`Social page` },
  { key: 'chat', label: () => t`Chat` },
  { key: 'mail', label: () => t`E-mail` },
] as const;

/** The documentation that comes along, and the operator's own links as far as they are configured. */
export function SupportSection() {
  const configured = useConfig().data?.links;
  if (!configured) return null;
  const links = { ...configured, documentation: configured.documentation ?? docsPath() };
  return (
    <MenuSection title={t`Support`}>
      {pages.map(({ key, label, icon }) => {
        const href = links[key];
        return (
          href && (
            <ExternalLink key={key} href={href} icon={icon}>
              {label()}
            </ExternalLink>
          )
        );
      })}
      <ContactGroup links={links} />
    </MenuSection>
  );
}

function ContactGroup({ links }: { links: Links }) {
  const [open, setOpen] = useState(false);
  const listId = useId();
  const configured = contacts.flatMap(({ key, label }) => {
    const link = links[key];
    return link ? [{ key, label, href: key === 'mail' ? mailAddress(link) : link }] : [];
  });
  if (configured.length === 0) return null;
  return (
    <li>
      <button
        type="button"
        className="menu-item menu-item-group"
        aria-expanded={open}
        aria-controls={listId}
        onClick={() => setOpen(!open)}
      >
        <Icon of={IconMail} />
        <span className="menu-item-word">{t`Contact`}</span>
        <Icon of={IconChevronRight} size={16} className="menu-item-chevron" />
        <Ripple />
      </button>
      <ul className="menu-children" id={listId} hidden={!open}>
        {configured.map(({ key, label, href }) => (
          <ExternalLink key={key} href={href}>
            {label()}
          </ExternalLink>
        ))}
      </ul>
    </li>
  );
}

function mailAddress(mail: string): string {
  return mail.startsWith('mailto:') ? mail : `mailto:${mail}`;
}
