import { t } from '@lingui/core/macro';
import { IconLockOpenOff } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useHref } from 'react-router';
import { Icon } from '../graphics/icon.tsx';
import './needs-https.css';

/** What is missing here because the page came without encryption, in one sentence, and the way to it. */
export function NeedsHttps({ children }: { children: ReactNode }) {
  const guide = useHref('/trust');
  return (
    <p className="needs-https">
      <Icon of={IconLockOpenOff} size={16} />
      <span>
        {children} <a href={guide}>{t`How to get an encrypted connection`}</a>
      </span>
    </p>
  );
}
