import type { LogFile, LogFiles } from '@cyno/contract';
import { plural, t } from '@lingui/core/macro';
import { IconDownload } from '@tabler/icons-react';
import { useState } from 'react';
import { ApiError } from '../../../lib/api/api-client.ts';
import { failureText } from '../../../lib/api/failure-text.ts';
import { useDisplaySettings } from '../../../lib/format/display-settings.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { Card } from '../../../ui/cards/card.tsx';
import { PageHead } from '../../../ui/cards/page-head.tsx';
import { useToasts } from '../../../ui/overlays/toast.tsx';
import type { LineSource } from './lines/line-source.ts';
import { maxMatches } from './lines/match-reader.ts';
import { useLineSource } from './lines/use-line-source.ts';
import { LogLines } from './list/log-lines.tsx';
import { downloadLog } from './log-calls.ts';
import { countsSentence, spansDays } from './log-file-label.ts';
import { LogFileList, LogFileSelect, labelOf } from './log-files.tsx';
import { LogToolbar } from './log-toolbar.tsx';
import { emptyView, filterQuery, isFiltered, type LogView, writeLogView } from './log-view.ts';

type LogPanelProps = {
  files: LogFiles;
  file: LogFile;
  view: LogView;
  /** The view that is requested from the server; it follows the typing. */
  settled: LogView;
  change: (change: Partial<LogView>) => void;
};

/** One file with its filters, and the others to choose from. */
export function LogPanel({ files, file, view, settled, change }: LogPanelProps) {
  const { timeZone } = useDisplaySettings();
  const [follows, setFollows] = useState(true);
  const filter = filterQuery(settled, file, timeZone).toString();
  const { source, show, retry } = useLineSource(file.name, filter, follows && file.growing);
  const choose = (name: string) => change({ file: name, line: null });
  return (
    <>
      <PageHead title={t`Logs`} actions={<DownloadButton file={file.name} />}>
        <span className="num">{sentence(file, files, source)}</span>
      </PageHead>
      <LogToolbar
        view={view}
        onChange={(part) => change({ ...part, line: null })}
        sources={source.state?.sources ?? []}
        hasDay={file.startsAt !== null}
        result={filter === '' ? '' : resultOf(source)}
        following={file.growing ? follows : undefined}
        onFollow={setFollows}
        fileSelect={<LogFileSelect files={files} chosen={file.name} onChoose={choose} />}
      />
      <Card className="logs">
        <LogFileList
          files={files}
          chosen={file.name}
          hrefOf={(name) => `?${writeLogView({ ...view, file: name, line: null })}`}
        />
        <LogLines
          key={filter}
          source={source}
          showsDay={spansDays(file)}
          query={settled.text}
          isFiltered={isFiltered(settled)}
          openLine={view.line}
          onOpen={(line) => change({ line })}
          onShow={show}
          onRequest={(request) => change({ ...emptyView, file: file.name, request })}
          onContext={(line) => change({ ...emptyView, file: file.name, line })}
          onRetry={retry}
          onClear={() => change({ ...emptyView, file: file.name })}
        />
      </Card>
    </>
  );
}

function DownloadButton({ file }: { file: string }) {
  const [busy, setBusy] = useState(false);
  const toasts = useToasts();
  const download = async () => {
    setBusy(true);
    try {
      await downloadLog(file);
    } catch (error) {
      const detail = error instanceof ApiError ? failureText(error) : t`The browser refused it.`;
      toasts.add({ kind: 'error', title: t`The download did not start`, detail });
    }
    setBusy(false);
  };
  return (
    <Button icon={IconDownload} busy={busy} onClick={() => void download()}>
      {t`Download`}
    </Button>
  );
}

/** `Today, 11/21/26. 41,208 lines, 6 warnings, 2 errors.` */
function sentence(file: LogFile, files: LogFiles, { state }: LineSource): string {
  const name = labelOf(file, files, { dated: true });
  if (!state) return t`${name}.`;
  const counts = countsSentence(state);
  return state.counted < 1
    ? t`${name}. ${counts}, ${{ percent: Math.floor(state.counted * 100) }} % counted so far.`
    : t`${name}. ${counts}.`;
}

/** `214 matches`, or how far the search is. */
function resultOf({ state, count, progress }: LineSource): string {
  if (state === undefined || state.counted < 1) return t`Counting lines…`;
  const found = plural(count, { one: '# match', other: '# matches' });
  if (progress === 1) return found;
  if (count >= maxMatches) return t`${found}. Narrow the search to see older ones.`;
  return t`${found}, ${{ percent: Math.floor(progress * 100) }} % searched so far`;
}
