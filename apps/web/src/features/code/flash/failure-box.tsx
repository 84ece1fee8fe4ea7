import { t } from '@lingui/core/macro';
import { IconAlertTriangle } from '@tabler/icons-react';
import { CopyButton } from '../../../ui/buttons/copy-button.tsx';
import { Icon } from '../../../ui/graphics/icon.tsx';
import './failure-box.css';
import type { Failure } from './loader/flash-failure.ts';

type FailureBoxProps = {
  failure: Failure;
  /** The loader's output before, for those who request help. */
  log?: readonly string[];
};

/** What went wrong and what to do, where it happened. */
export function FailureBox({ failure, log = [] }: FailureBoxProps) {
  return (
    <div className="flash-failure" role="alert">
      <Icon of={IconAlertTriangle} size={18} />
      <div>
        <strong>{failure.title}</strong>
        <p>{failure.text}</p>
        {log.length > 0 && (
          <details>
            <summary>{t`Loader log`}</summary>
            <CopyButton label={t`Copy loader log`} text={log.join('\n')}>
              {t`Copy`}
            </CopyButton>
            <pre>{log.join('\n')}</pre>
          </details>
        )}
      </div>
    </div>
  );
}
