import { t } from '@lingui/core/macro';
import { IconFrameOff } from '@tabler/icons-react';
import { useConfig } from '../../lib/api/public-config.ts';
import { withBase } from '../../lib/router/base-path.ts';
import { buttonClass } from '../../ui/buttons/button.tsx';
import { GateNotice } from '../../ui/shell/gate.tsx';

/** In a frame of another site, in place of every page but that of a public link. */
export function NotInAFramePage() {
  const { data: config } = useConfig();
  return (
    <GateNotice
      team={config?.team}
      title={t`Open this page in its own tab`}
      icon={IconFrameOff}
      actions={
        <a
          className={buttonClass({ variant: 'primary', size: 'large' })}
          href={withBase('/')}
          target="_blank"
          rel="noreferrer"
        >
          {t`Open Cyno`}
        </a>
      }
    >
      {t`Other sites can only embed a dashboard with a public link.`}
    </GateNotice>
  );
}
