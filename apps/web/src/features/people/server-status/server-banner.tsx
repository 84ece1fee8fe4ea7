import { t } from '@lingui/core/macro';
import { IconAlertTriangle, IconX } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, useLocation } from 'react-router';
import { IconButton } from '../../../ui/buttons/button.tsx';
import { Icon } from '../../../ui/graphics/icon.tsx';
import './server-banner.css';
import { problemSentences } from './problem-text.ts';
import { serverStatusQuery } from './server-calls.ts';

/** A line above every page that describes what is wrong with the server. A warning can be closed, a failure cannot. */
export function ServerBanner() {
  const { data } = useQuery(serverStatusQuery);
  const { pathname } = useLocation();
  const [closed, setClosed] = useState<number>();
  // Its own page shows it already.
  const problem = pathname === '/admin/server' ? undefined : data?.problems.find(({ urgent }) => urgent);
  if (!problem || (problem.severity === 'warning' && problem.since === closed)) return null;
  return (
    <div
      className={`server-banner server-banner-${problem.severity}`}
      role={problem.severity === 'failing' ? 'alert' : 'status'}
    >
      <Icon of={IconAlertTriangle} size={18} />
      <p>
        {problemSentences(problem)} <Link to="/admin/server">{t`Server status`}</Link>
      </p>
      {problem.severity === 'warning' && (
        <IconButton label={t`Close the warning`} icon={IconX} onClick={() => setClosed(problem.since)} />
      )}
    </div>
  );
}
