import { t } from '@lingui/core/macro';
import { IconDownload, IconPlayerPause, IconPlayerPlay } from '@tabler/icons-react';
import { useState } from 'react';
import { failureText } from '../../../lib/api/failure-text.ts';
import { formatDateTime } from '../../../lib/format/format.ts';
import { i18n } from '../../../lib/language/i18n.ts';
import { liveNow, useLiveNow } from '../../../lib/live/live-client.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import type { TimeSpan } from '../../../ui/charts/plot/series-buffer.ts';
import { Segmented } from '../../../ui/fields/segmented.tsx';
import { useToasts } from '../../../ui/overlays/toast.tsx';
import { ranges, type ViewChoice } from './view-params.ts';
import './overview-toolbar.css';

type ToolbarProps = {
  espid: string;
  view: ViewChoice;
  onChange: (view: ViewChoice) => void;
};

/** The span that a view shows at an instant. */
function spanOf({ range, zoom }: ViewChoice, now: number): TimeSpan {
  return zoom ?? { from: now - range.ms, to: now };
}

/** Chooses what the charts show: the range, whether they follow live, and the same as a file. */
export function OverviewToolbar({ espid, view, onChange }: ToolbarProps) {
  const { range, zoom } = view;
  return (
    <div className="overview-toolbar">
      <Segmented
        label={t`Range`}
        className="overview-ranges"
        options={ranges.map(({ id, label }) => ({ id, label: i18n._(label) }))}
        value={range.id}
        onChange={(id) => onChange({ range: ranges.find((each) => each.id === id) ?? range, zoom: null })}
      />
      <SpanText view={view} />
      <span className="overview-toolbar-space" />
      <Button
        icon={zoom ? IconPlayerPlay : IconPlayerPause}
        className={zoom ? undefined : 'only-wide'}
        aria-label={zoom ? t`Paused. Show live` : t`Live. Pause`}
        onClick={() => onChange({ range, zoom: zoom ? null : spanOf(view, liveNow()) })}
      >
        {zoom ? t`Paused` : t`Live`}
      </Button>
      <ExportButton espid={espid} view={view} className="only-wide" />
    </div>
  );
}

function SpanText({ view }: { view: ViewChoice }) {
  const { from, to } = spanOf(view, useLiveNow());
  const seconds = to - from < 600_000;
  return (
    <span className={view.zoom ? 'overview-span' : 'overview-span overview-span-live'}>
      {t`${{ from: formatDateTime(from, { seconds }) }} to ${{ to: formatDateTime(to, { seconds }) }}`}
    </span>
  );
}

type ExportButtonProps = Pick<ToolbarProps, 'espid' | 'view'> & { className?: string };

/** Saves what the charts show as a file. */
export function ExportButton({ espid, view, className }: ExportButtonProps) {
  const toasts = useToasts();
  const [busy, setBusy] = useState(false);
  const save = async () => {
    setBusy(true);
    try {
      // Few need it, and every device page would weigh more.
      const { downloadCsv } = await import('./export-csv.ts');
      await downloadCsv(espid, spanOf(view, liveNow()));
    } catch (error) {
      toasts.add({ kind: 'error', title: t`Export failed`, detail: failureText(error), key: 'export' });
    } finally {
      setBusy(false);
    }
  };
  return (
    <Button icon={IconDownload} busy={busy} className={className} onClick={() => void save()}>
      {t`Export CSV`}
    </Button>
  );
}
