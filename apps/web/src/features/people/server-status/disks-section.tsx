import type { ServerDisk } from '@cyno/contract';
import { formatBytes } from '../../../lib/format/format.ts';
import { SectionCard } from '../../../ui/cards/section-card.tsx';
import { Badge } from '../../../ui/status/badge.tsx';
import { ProgressBar } from '../../../ui/status/progress-bar.tsx';

/** How full the disks are that hold the data. */
export function DisksSection({ disks }: { disks: readonly ServerDisk[] }) {
  return (
    <SectionCard
      id="disks"
      title="Disk space"
      description="Administrators get a mail when a disk crosses 80 % and 95 %. With less than 200 MB free the server is not ready."
    >
      {disks.length === 0 ? (
        <p className="section-note">The system does not report how full its disks are.</p>
      ) : (
        <div>
          {disks.map((disk) => (
            <Disk key={disk.name} disk={disk} />
          ))}
        </div>
      )}
    </SectionCard>
  );
}

function Disk({ disk }: { disk: ServerDisk }) {
  const { name, path, usedPercent, freeBytes, totalBytes } = disk;
  const level = disk.tooFull ? 95 : disk.level;
  return (
    <div className={`server-disk server-disk-${level}`}>
      <div className="server-disk-head">
        <span>{name}</span>
        {level > 0 && (
          <Badge tone={level === 95 ? 'danger' : 'warning'}>{disk.tooFull ? 'Full' : `Above ${level} %`}</Badge>
        )}
      </div>
      <ProgressBar label={`Used space of the ${name}`} percent={usedPercent} />
      <p>
        {usedPercent} % used, {formatBytes(freeBytes)} of {formatBytes(totalBytes)} free
      </p>
      <p>{path}</p>
    </div>
  );
}
