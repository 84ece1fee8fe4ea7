import type { ServerProblem } from '@cyno/contract';
import { t } from '@lingui/core/macro';
import { IconAlertTriangle, IconX } from '@tabler/icons-react';
import { Link } from 'react-router';
import { IconButton } from '../../../ui/buttons/button.tsx';
import { Icon } from '../../../ui/graphics/icon.tsx';
import './problem-line.css';
import { problemPage } from './problem-page.ts';
import { problemSentences } from './problem-text.ts';

interface Props {
  readonly problem: ServerProblem;
  readonly onClose: () => void;
}

/** What is wrong with the server, in one line. A warning can be closed, a failure cannot. */
export function ProblemLine({ problem, onClose }: Props) {
  const page = problemPage(problem);
  return (
    <div
      className={`server-banner server-banner-${problem.severity}`}
      role={problem.severity === 'failing' ? 'alert' : 'status'}
    >
      <Icon of={IconAlertTriangle} size={18} />
      <p>
        {problemSentences(problem)} <Link to={page}>{page === '/admin/backups' ? t`Backups` : t`Server status`}</Link>
      </p>
      {problem.severity === 'warning' && <IconButton label={t`Close the warning`} icon={IconX} onClick={onClose} />}
    </div>
  );
}
