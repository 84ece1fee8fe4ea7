import type { ServerCertificate, SystemReport } from '@cyno/contract';
import { certificateWarningMs } from '@cyno/contract/certificate-warning';
import { plural, t } from '@lingui/core/macro';
import { IconAlertTriangle, IconCertificate, IconCircleX } from '@tabler/icons-react';
import { formatBytes, formatDate, formatDateTime, formatDuration, formatExact } from '../../../lib/format/format.ts';
import { docsPath } from '../../../lib/language/docs-path.ts';
import { Row, RowList } from '../../../ui/cards/row-list.tsx';
import { SectionCard } from '../../../ui/cards/section-card.tsx';
import { Badge } from '../../../ui/status/badge.tsx';
import { ProgressBar } from '../../../ui/status/progress-bar.tsx';
import { Figure, Figures } from './figures.tsx';
import { certificateLabel, kindLabel, queueLabel } from './system-labels.ts';

type Part<Name extends keyof SystemReport> = Pick<SystemReport, Name>;

/** Which versions run, since when, and on what. */
export function VersionsSection({ report }: { report: SystemReport }) {
  const { version, newerVersion, nodeVersion, platform, processors, startedAt, now, memory, database } = report;
  return (
    <SectionCard id="versions" title={t`Versions and machine`}>
      {newerVersion !== null && (
        <p className="section-note">
          {t`Version ${newerVersion} is available.`} <a href={docsPath('running/upgrade/')}>{t`How to upgrade`}</a>
        </p>
      )}
      <Figures>
        <Figure name={t`Version`}>{version}</Figure>
        <Figure name={t`Running for`}>{formatDuration(now - startedAt)}</Figure>
        <Figure name="Node.js">{nodeVersion}</Figure>
        <Figure name="PostgreSQL">{database?.version ?? t`Not known`}</Figure>
        <Figure name={t`Machine`}>
          {plural(processors, { one: `${platform}, # processor`, other: `${platform}, # processors` })}
        </Figure>
        <Figure name={t`Memory`}>
          {t`${{ used: formatBytes(memory.usedBytes) }} of ${{ total: formatBytes(memory.machineBytes) }}`}
        </Figure>
      </Figures>
    </SectionCard>
  );
}

/** How the database is. */
export function DatabaseSection({ database }: Part<'database'>) {
  return (
    <SectionCard
      id="database"
      title={t`Database`}
      description={database && (database.isEmbedded ? t`It comes with the server.` : t`It runs on its own.`)}
    >
      {database === null ? (
        <p className="section-note">{t`The database does not respond.`}</p>
      ) : (
        <Figures>
          <Figure name={t`Size`}>{formatBytes(database.sizeBytes)}</Figure>
          <Figure name={t`Response`}>{`${formatExact(database.latencyMs, 1)} ms`}</Figure>
          <Figure name={t`Connections`}>
            {t`${{ used: formatExact(database.connections) }} of ${{ limit: formatExact(database.maxConnections) }}`}
          </Figure>
          <Figure name={t`Queries longer than 5 seconds`}>{formatExact(database.slowQueries)}</Figure>
          <Figure name={t`Oldest open transaction`}>
            {database.oldestTransactionMs === null ? t`None` : formatDuration(database.oldestTransactionMs)}
          </Figure>
        </Figures>
      )}
    </SectionCard>
  );
}

/** What takes space, and how much it grew within a day. */
export function SizesSection({ sizes }: Part<'sizes'>) {
  return (
    <SectionCard id="sizes" title={t`What takes space`} description={t`Measured every 10 minutes.`}>
      <Figures>
        {sizes.map(({ what, bytes, dayBytes }) => (
          <Figure key={what} name={kindLabel(what)}>
            {formatBytes(bytes)}
            {dayBytes !== null && Math.abs(dayBytes) >= 1e5 && (
              <span className="server-growth">
                {dayBytes > 0
                  ? t`+${{ size: formatBytes(dayBytes) }} in a day`
                  : t`−${{ size: formatBytes(-dayBytes) }} in a day`}
              </span>
            )}
          </Figure>
        ))}
      </Figures>
    </SectionCard>
  );
}

/** What waits, and how much fits. */
export function QueuesSection({ queues }: Part<'queues'>) {
  return (
    <SectionCard id="queues" title={t`Queues`} description={t`What waits, and how much fits.`}>
      <div className="server-queues">
        {queues.map(({ name, used, limit }) => {
          const format = name.endsWith('_bytes') ? formatBytes : (value: number) => formatExact(value);
          const percent = limit > 0 ? Math.min(100, Math.round((used / limit) * 100)) : 0;
          return (
            <div key={name} className={`server-queue server-disk-${percent >= 95 ? 95 : percent >= 80 ? 80 : 0}`}>
              <span>{queueLabel(name)}</span>
              <span className="num">{t`${{ used: format(used) }} of ${{ limit: format(limit) }}`}</span>
              <ProgressBar label={queueLabel(name)} percent={percent} />
            </div>
          );
        })}
      </div>
    </SectionCard>
  );
}

const dayMs = 24 * 3_600_000;

/** The certificates that the server presents. */
export function CertificatesSection({ certificates, now }: Part<'certificates' | 'now'>) {
  return (
    <SectionCard id="certificates" title={t`Certificates`}>
      <RowList label={t`Certificates`}>
        {certificates.map((certificate) => {
          const days = Math.floor((certificate.expiresAt - now) / dayMs);
          const isLate = certificate.expiresAt - now < certificateWarningMs(certificate);
          return (
            <Row
              key={certificate.name}
              icon={IconCertificate}
              title={certificateLabel(certificate.name)}
              badge={
                (isLate || certificate.failure) && (
                  <Badge tone={days < 0 ? 'danger' : 'warning'}>{isLate ? t`Ends soon` : t`Not renewed`}</Badge>
                )
              }
              detail={<CertificateFacts {...certificate} />}
            />
          );
        })}
      </RowList>
    </SectionCard>
  );
}

const maxNames = 4;

function CertificateFacts({ subject, issuer, isSelfSigned, names, startsAt, expiresAt, ...more }: ServerCertificate) {
  const { renewsItself, renewsAt, failure } = more;
  const by = isSelfSigned ? t`${subject}, self-signed.` : t`${subject}, issued by ${issuer}.`;
  const [from, until] = [formatDate(startsAt), formatDate(expiresAt)];
  const renewal = renewsAt === null ? null : formatDate(renewsAt);
  const rest = names.length - maxNames;
  return (
    <span className="server-certificate">
      <span>
        {by} {t`Valid from ${{ from }} until ${{ until }}.`}{' '}
        {renewal === null ? renewsItself && t`Renewed automatically.` : t`Renewed automatically, next on ${renewal}.`}
      </span>
      {names.length > 0 && (
        <span>
          {t`For ${{ names: names.slice(0, maxNames).join(', ') }}`}
          {rest > 0 && ` ${plural(rest, { one: 'and # more', other: 'and # more' })}`}
        </span>
      )}
      {failure && (
        <span className="server-certificate-failure">
          {t`The attempt of ${{ at: formatDateTime(failure.at) }} failed: ${{ why: failure.text }}. Next attempt: ${{ next: formatDateTime(failure.nextTryAt) }}.`}
        </span>
      )}
    </span>
  );
}

/** The warnings and errors of the log, counted. */
export function ErrorsSection({ errors }: Part<'errors'>) {
  return (
    <SectionCard
      id="errors"
      title={t`Warnings and errors in the log`}
      description={t`Since the server started, counted by their message; in English.`}
    >
      {errors.length === 0 ? (
        <p className="section-note">{t`None.`}</p>
      ) : (
        <RowList label={t`Warnings and errors in the log`}>
          {errors.slice(0, 15).map(({ level, text, part, count, lastAt }) => (
            <Row
              key={level + text}
              icon={level === 'error' ? IconCircleX : IconAlertTriangle}
              title={<span lang="en">{text}</span>}
              badge={count > 1 && <Badge>{`× ${formatExact(count)}`}</Badge>}
              detail={
                <>
                  {part && <span lang="en">{`${part}, `}</span>}
                  {formatDateTime(lastAt, { seconds: true })}
                </>
              }
            />
          ))}
        </RowList>
      )}
    </SectionCard>
  );
}
