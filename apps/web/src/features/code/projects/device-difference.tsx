import type { ProjectDifference } from '@cyno/contract';
import { plural, t } from '@lingui/core/macro';
import { IconAlertTriangle, IconCheck, IconInfoCircle } from '@tabler/icons-react';
import { Link } from 'react-router';
import { formatDateTime } from '../../../lib/format/format.ts';
import { Badge } from '../../../ui/status/badge.tsx';
import { StatusDot } from '../../../ui/status/status-dot.tsx';
import { devicePath } from '../../boards/devices/index.ts';
import { differenceText } from './difference-text.ts';

type LinkedDevice = ProjectDifference['devices'][number];
type Finding = LinkedDevice['findings'][number];

const kindLabels = (): Record<Finding['kind'], string> => ({
  missing: t`Missing`,
  undeclared: t`Not in the sketch`,
  silent: t`No values`,
  template: t`Template`,
  firmware: t`Library`,
  board: t`Board`,
});

/** One linked device: whether it agrees with the sketch, and where not. */
export function DeviceDifference({ device }: { device: LinkedDevice }) {
  const { espid, name, online, lastSeenAt, findings } = device;
  return (
    <li className="difference">
      <div className="difference-head">
        <Link className="difference-name" to={devicePath(espid)}>
          {name}
        </Link>
        <StatusDot state={online ? 'online' : 'offline'} withLabel />
        {!online && (
          <span className="difference-seen num">
            {lastSeenAt === null ? t`Never seen` : t`Last seen ${{ time: formatDateTime(lastSeenAt) }}`}
          </span>
        )}
        {findings.length === 0 && (
          <Badge tone="success" icon={IconCheck} className="difference-verdict">
            {t`Matches`}
          </Badge>
        )}
        {findings.length > 0 && (
          <span className="difference-verdict">
            {plural(findings.length, { one: '# difference', other: '# differences' })}
          </span>
        )}
      </div>
      {findings.length > 0 && (
        <ul className="findings" aria-label={t`Differences of ${name}`}>
          {findings.map((finding) => (
            <li key={finding.text} className="finding">
              {finding.kind === 'undeclared' ? (
                <Badge tone="info" icon={IconInfoCircle}>
                  {kindLabels().undeclared}
                </Badge>
              ) : (
                <Badge tone="warning" icon={IconAlertTriangle}>
                  {kindLabels()[finding.kind]}
                </Badge>
              )}
              <span>{differenceText(finding)}</span>
            </li>
          ))}
        </ul>
      )}
    </li>
  );
}
