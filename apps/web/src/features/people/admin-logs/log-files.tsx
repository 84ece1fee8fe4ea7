import type { LogFiles as Files, LogFile } from '@cyno/contract';
import { t } from '@lingui/core/macro';
import { Link } from 'react-router';
import { formatBytes, formatDate } from '../../../lib/format/format.ts';
import { Skeleton } from '../../../ui/cards/skeleton.tsx';
import { SelectField } from '../../../ui/fields/select-field.tsx';
import { fileLabel } from './log-file-label.ts';

type LogFilesProps = {
  files: Files;
  chosen: string;
  hrefOf: (file: string) => string;
};

/** The files, newest first. */
export function LogFileList({ files, chosen, hrefOf }: LogFilesProps) {
  return (
    <nav className="log-files" aria-label={t`Log files`}>
      {files.files.map((file) => (
        <Link
          key={file.name}
          to={hrefOf(file.name)}
          className="log-file"
          title={file.name}
          aria-current={file.name === chosen ? 'page' : undefined}
        >
          {labelOf(file, files)}
          <small>{factsOf(file, files)}</small>
        </Link>
      ))}
    </nav>
  );
}

/** The same for a narrow screen. */
export function LogFileSelect({
  files,
  chosen,
  onChoose,
}: Omit<LogFilesProps, 'hrefOf'> & { onChoose: (file: string) => void }) {
  return (
    <SelectField
      className="log-file-select"
      label={t`Log file`}
      hideLabel
      options={files.files.map((file) => ({
        id: file.name,
        label: labelOf(file, files),
        detail: factsOf(file, files),
      }))}
      value={chosen}
      onChange={onChoose}
    />
  );
}

export function LogFilesSkeleton() {
  return (
    <div className="log-files" aria-hidden="true">
      {[72, 88, 80, 96, 76].map((width) => (
        <div className="log-file" key={width}>
          <Skeleton width={width} height={11} />
          <Skeleton width={width + 40} height={10} />
        </div>
      ))}
    </div>
  );
}

export const labelOf = (file: LogFile, { files, now }: Files, { dated = false } = {}): string =>
  fileLabel(file, now, { filesOfDay: files.filter((other) => other.day === file.day).length, dated });

function factsOf(file: LogFile, files: Files): string {
  const { startsAt, bytes, growing } = file;
  const date = startsAt === null ? '' : formatDate(startsAt);
  const isNamed = labelOf(file, files).startsWith(date);
  return [!isNamed && date, formatBytes(bytes), growing && t`growing`].filter(Boolean).join(', ');
}
