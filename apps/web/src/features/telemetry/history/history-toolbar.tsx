import type { Device } from '@cyno/contract';
import { plural, t } from '@lingui/core/macro';
import {
  IconAdjustments,
  IconCalendar,
  IconDownload,
  IconPlayerPlay,
  IconTable,
  IconTimeline,
  IconUpload,
  IconZoomReset,
} from '@tabler/icons-react';
import { Suspense, useState } from 'react';
import { formatClock, formatDate, formatDateTime } from '../../../lib/format/format.ts';
import { i18n } from '../../../lib/language/i18n.ts';
import { lazy } from '../../../lib/language/lazy.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { ButtonLink } from '../../../ui/buttons/button-link.tsx';
import { Skeleton } from '../../../ui/cards/skeleton.tsx';
import type { TimeSpan } from '../../../ui/charts/plot/series-buffer.ts';
import { Segmented } from '../../../ui/fields/segmented.tsx';
import { Switch } from '../../../ui/fields/switch.tsx';
import { Sheet } from '../../../ui/overlays/dialog.tsx';
import { Popover } from '../../../ui/overlays/popover.tsx';
import { ComparisonField } from './comparison-field.tsx';
import { comparisonText, type HistoryView, presets } from './history-address.ts';
import { VariableChoices } from './variable-picker.tsx';

const SpanForm = lazy(async () => ({ default: (await import('./span-form.tsx')).SpanForm }));

type ToolbarProps = {
  view: HistoryView;
  span: TimeSpan;
  onChange: (view: HistoryView) => void;
  onExport: (() => void) | null;
  /** The dashboard as it was at an instant, ms since the epoch. */
  playbackOf: (at: number) => string;
  /** Not there for somebody who may only look. */
  onImport: (() => void) | null;
};

/** Chooses the range, what it is compared with, and how it is shown: on a phone in a sheet, so that the chart is in sight. */
export function HistoryToolbar({ devices, ...props }: ToolbarProps & { devices: readonly Device[] }) {
  const { view, onChange } = props;
  const [isOpen, setOpen] = useState(false);
  const closing = (action: (() => void) | null) =>
    action &&
    (() => {
      setOpen(false);
      action();
    });
  const range = view.span ? spanText(view.span) : i18n._(view.preset.label);
  const variables = plural({ count: view.variables.length }, { one: '# variable', other: '# variables' });
  return (
    <>
      <div className="history-toolbar only-wide">
        <ToolbarFields {...props} />
      </div>
      <div className="history-choose only-mobile">
        <Button icon={IconAdjustments} onClick={() => setOpen(true)}>
          {[range, comparisonText(view.compare), variables].filter((text) => text !== null).join(' · ')}
        </Button>
        {view.span && <PlaybackLink span={view.span} playbackOf={props.playbackOf} />}
      </div>
      <Sheet title={t`Range and variables`} isOpen={isOpen} onClose={() => setOpen(false)}>
        <div className="history-sheet">
          <ToolbarFields {...props} onExport={closing(props.onExport)} onImport={closing(props.onImport)} />
          <section className="history-picker" aria-label={t`Variables`}>
            <VariableChoices devices={devices} view={view} onChange={onChange} />
          </section>
        </div>
      </Sheet>
    </>
  );
}

function spanText({ from, to }: TimeSpan): string {
  const end = formatDate(from) === formatDate(to) ? formatClock(to) : formatDateTime(to);
  return t`${{ from: formatDateTime(from) }} to ${{ to: end }}`;
}

function PlaybackLink({ span, playbackOf }: Pick<ToolbarProps, 'span' | 'playbackOf'>) {
  return (
    <ButtonLink icon={IconPlayerPlay} to={playbackOf((span.from + span.to) / 2)}>
      {t`Play back this moment`}
    </ButtonLink>
  );
}

function ToolbarFields({ view, span, playbackOf, onChange, onExport, onImport }: ToolbarProps) {
  const ids = ['chart', 'stacked', 'table'] as const;
  const current = view.table ? 'table' : view.stacked ? 'stacked' : 'chart';
  const labels = { chart: t`One chart`, stacked: t`Stacked`, table: t`Table` };
  return (
    <>
      <Segmented
        label={t`Range`}
        className="history-ranges"
        options={presets.map(({ id, label }) => ({ id, label: i18n._(label) }))}
        value={view.span ? ('' as (typeof presets)[number]['id']) : view.preset.id}
        onChange={(id) =>
          onChange({ ...view, span: null, preset: presets.find((each) => each.id === id) ?? view.preset })
        }
      />
      <SpanPopover span={span} onChange={(next) => onChange({ ...view, span: next })} />
      {view.span && (
        <>
          <Button icon={IconZoomReset} onClick={() => onChange({ ...view, span: null })}>
            {t`Back to ${{ range: i18n._(view.preset.label) }}`}
          </Button>
          <PlaybackLink span={view.span} playbackOf={playbackOf} />
        </>
      )}
      <ComparisonField view={view} onChange={onChange} />
      <Segmented
        label={t`View`}
        options={ids.map((id) => ({ id, label: labels[id], icon: id === 'table' ? IconTable : IconTimeline }))}
        value={current}
        iconsOnPhone={false}
        onChange={(id) =>
          onChange({ ...view, table: id === 'table', stacked: id === 'table' ? view.stacked : id === 'stacked' })
        }
      />
      {!view.table && (
        <Switch label={t`Alert limits`} checked={view.limits} onChange={(limits) => onChange({ ...view, limits })} />
      )}
      <div className="history-files">
        <Button icon={IconDownload} disabled={!onExport} onClick={() => onExport?.()}>
          {t`Export`}
        </Button>
        {onImport && (
          <Button icon={IconUpload} onClick={onImport}>
            {t`Import`}
          </Button>
        )}
      </div>
    </>
  );
}

/** From–to by calendar and clock. */
function SpanPopover({ span, onChange }: { span: TimeSpan; onChange: (span: TimeSpan) => void }) {
  const [isOpen, setOpen] = useState(false);
  const apply = (next: TimeSpan) => {
    setOpen(false);
    onChange(next);
  };
  return (
    <Popover
      label={t`From and to`}
      placement="bottom start"
      isOpen={isOpen}
      onOpenChange={setOpen}
      trigger={
        <Button icon={IconCalendar} className="history-span">
          {spanText(span)}
        </Button>
      }
    >
      <Suspense fallback={<Skeleton className="history-from-to-bone" width="auto" height={58} />}>
        <SpanForm span={span} onChange={apply} />
      </Suspense>
    </Popover>
  );
}
