import { plural, t } from '@lingui/core/macro';
import { IconTool } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { formatList } from '../../../../lib/format/format-list.ts';
import { Icon } from '../../../../ui/graphics/icon.tsx';
import { useSeenDevices } from '../../../boards/devices/index.ts';
import './maintenance-note.css';
import { maintenanceQuery } from './maintenance-queries.ts';

const maxNamed = 3;

/** Names the devices whose alerts notify nobody now; nothing where there are none. */
export function MaintenanceNote() {
  const { data } = useQuery(maintenanceQuery);
  const devices = useSeenDevices();
  if (!data || data.devices.length === 0) return null;
  const nameOf = (espid: string) => devices.find((device) => device.espid === espid)?.name ?? espid;
  const names = data.devices.slice(0, maxNamed).map(({ espid }) => nameOf(espid));
  const more = data.devices.length - names.length;
  return (
    <p className="maintenance-note">
      <Icon of={IconTool} size={16} />
      <span>
        {t`In maintenance: ${{ devices: formatList(more > 0 ? [...names, plural(more, { other: '# more' })] : names) }}.`}{' '}
        <Link className="link" to="/alerts/maintenance">
          {t`Show`}
        </Link>
      </span>
    </p>
  );
}
