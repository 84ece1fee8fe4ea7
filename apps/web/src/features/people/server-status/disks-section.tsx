import type { ServerDisk, SystemReport } from '@cyno/contract';
import { plural, t } from '@lingui/core/macro';
import { formatBytes } from '../../../lib/format/format.ts';
import { SectionCard } from '../../../ui/cards/section-card.tsx';
import { Badge } from '../../../ui/status/badge.tsx';
import { ProgressBar } from '../../../ui/status/progress-bar.tsx';
import { diskName } from './disk-name.ts';

type DisksSectionProps = { disks: readonly ServerDisk[]; fullIn: SystemReport['disksFullIn'] | undefined };

/** How full the disks are that hold the data. */
export function DisksSection({ disks, fullIn }: DisksSectionProps) {
  return (
    <SectionCard
      id="disks"
      title={t`Disk space`}
      description={t`Administrators are notified when a disk passes 80 % and 95 %. Below 200 MB free space the server is not ready.`}
    >
      {disks.length === 0 ? (
        <p className="section-note">{t`This system does not report its disk space.`}</p>
      ) : (
        <div>
          {disks.map((disk) => (
            <Disk key={disk.name} disk={disk} days={fullIn?.find((found) => found.disk === disk.name)?.days ?? null} />
          ))}
        </div>
      )}
    </SectionCard>
  );
}

function Disk({ disk, days }: { disk: ServerDisk; days: number | null }) {
  const { path, usedPercent, freeBytes, totalBytes } = disk;
  const name = diskName(disk.name);
  const level = disk.tooFull ? 95 : disk.level;
  return (
    <div className={`server-disk server-disk-${level}`}>
      <div className="server-disk-head">
        <span>{name}</span>
        {level > 0 && (
          <Badge tone={level === 95 ? 'danger' : 'warning'}>{disk.tooFull ? t`Full` : t`Above ${level} %`}</Badge>
        )}
      </div>
      <ProgressBar label={t`Used space of the ${name}`} percent={usedPercent} />
      <p>
        {t`${usedPercent} % used, ${{ free: formatBytes(freeBytes) }} of ${{ total: formatBytes(totalBytes) }} free`}
      </p>
      {days !== null && (
        <p>
          {plural(days, {
            one: 'Full in about # day, as it fills now',
            other: 'Full in about # days, as it fills now',
          })}
        </p>
      )}
      <p>{path}</p>
    </div>
  );
}
