import type { DataExport } from '@cyno/contract';
import { t } from '@lingui/core/macro';
import { IconDownload } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { startDownload } from '../../../../lib/browser/start-download.ts';
import { formatBytes, formatDateTime } from '../../../../lib/format/format.ts';
import { Button } from '../../../../ui/buttons/button.tsx';
import { SectionCard, SectionError, SectionSkeleton } from '../../../../ui/cards/section-card.tsx';
import { ProgressBar } from '../../../../ui/status/progress-bar.tsx';
import { failureText } from '../account-calls.ts';
import { FormNote } from '../form-note.tsx';
import { exportLink, exportQuery, startExport } from '../profile-calls.ts';
import { useAction } from '../use-action.ts';

const pollMs = 1000;

/** A zip of everything that belongs to the account: requested here, made by the server, fetched by a link that works once. */
export function ExportCard() {
  const queryClient = useQueryClient();
  const { busy, run } = useAction();
  const { data, error, refetch } = useQuery({
    ...exportQuery,
    refetchInterval: ({ state }) => (state.data && isUnderWay(state.data) ? pollMs : false),
  });
  const start = async () => {
    const started = await startExport();
    if (started) queryClient.setQueryData(exportQuery.queryKey, started);
  };
  const download = async () => {
    const link = await exportLink();
    if (link) startDownload(link.path);
  };
  return (
    <SectionCard
      id="export"
      title={t`Export your data`}
      description={t`A zip file with your profile, devices and all stored values, as JSON and CSV.`}
    >
      {data !== undefined && (
        <>
          {data && <ExportState data={data} />}
          {!(data && isUnderWay(data)) && (
            <div className="section-actions">
              {data?.state === 'done' && (
                <Button
                  variant="primary"
                  icon={IconDownload}
                  busy={busy.has('download')}
                  onClick={() => run({ name: 'download', do: download, failure: t`Export not downloaded` })}
                >
                  {t`Download`}
                </Button>
              )}
              <Button
                busy={busy.has('start')}
                onClick={() => run({ name: 'start', do: start, failure: t`Export not started` })}
              >
                {data?.state === 'done' ? t`Create new export` : t`Export data`}
              </Button>
            </div>
          )}
        </>
      )}
      {data === undefined && error && (
        <SectionError
          onRetry={() => void refetch()}
        >{t`Your export did not load. ${{ why: failureText(error) }}`}</SectionError>
      )}
      {data === undefined && !error && <SectionSkeleton rows={1} />}
    </SectionCard>
  );
}

function ExportState({ data }: { data: DataExport }) {
  switch (data.state) {
    case 'waiting':
    case 'running':
      return (
        <div>
          <ProgressBar label={t`Creating export`} percent={data.percent} />
          <p className="section-note">
            {data.state === 'waiting'
              ? t`Waiting for other exports. You can leave this page.`
              : t`Creating export: ${{ percent: data.percent }} %. You can leave this page.`}
          </p>
        </div>
      );
    case 'done':
      return (
        <p className="section-note">
          {[
            t`Created ${{ time: formatDateTime(data.createdAt) }}`,
            data.bytes !== null && formatBytes(data.bytes),
            data.expiresAt !== null && t`available until ${{ time: formatDateTime(data.expiresAt) }}`,
          ]
            .filter(Boolean)
            .join(', ')}
        </p>
      );
    case 'failed':
      return <FormNote kind="error">{t`The last export failed. Start it again.`}</FormNote>;
  }
}

const isUnderWay = ({ state }: DataExport) => state === 'waiting' || state === 'running';
