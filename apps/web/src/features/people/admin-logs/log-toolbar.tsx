import { t } from '@lingui/core/macro';
import { IconPlayerPause, IconPlayerPlay, IconX } from '@tabler/icons-react';
import { Button } from '../../../ui/buttons/button.tsx';
import { SearchField } from '../../../ui/fields/field.tsx';
import { Segmented } from '../../../ui/fields/segmented.tsx';
import { SelectField } from '../../../ui/fields/select-field.tsx';
import { Icon } from '../../../ui/graphics/icon.tsx';
import { LogTimeButton } from './log-time-button.tsx';
import type { LeastLevel, LogView } from './log-view.ts';

const levels = (): { id: LeastLevel; label: string }[] => [
  { id: 'all', label: t`All` },
  { id: 'info', label: t`Info` },
  { id: 'warn', label: t`Warnings` },
  { id: 'error', label: t`Errors` },
];

type LogToolbarProps = {
  view: LogView;
  onChange: (change: Partial<LogView>) => void;
  sources: readonly string[];
  /** The times of lines without a day are not known. */
  hasDay: boolean;
  result: string;
  /** Undefined: the file does not grow. */
  following: boolean | undefined;
  onFollow: (isFollowing: boolean) => void;
  fileSelect: React.ReactNode;
};

/** Search, level, source and time of the lines, and whether new ones come in by themselves. */
export function LogToolbar(props: LogToolbarProps) {
  const { view, onChange, sources, hasDay, result, following, onFollow, fileSelect } = props;
  const known = view.source === '' || sources.includes(view.source) ? sources : [view.source, ...sources];
  return (
    <search className="log-toolbar">
      <SearchField
        className="log-search"
        label={t`Search in the log`}
        placeholder={t`Search in the log`}
        maxLength={200}
        value={view.text}
        onChange={(text) => onChange({ text })}
      />
      <Segmented
        label={t`Level, and all above it`}
        options={levels()}
        value={view.level}
        onChange={(level) => onChange({ level })}
      />
      {fileSelect}
      <SelectField
        className="log-source-select"
        label={t`Source`}
        hideLabel
        options={[{ id: '', label: t`Source: any` }, ...known.map((source) => ({ id: source, label: source }))]}
        value={view.source}
        onChange={(source) => onChange({ source })}
      />
      {hasDay && <LogTimeButton view={view} onChange={onChange} />}
      <span className="log-result num" role="status">
        {result}
      </span>
      {following !== undefined && (
        <Button
          icon={following ? IconPlayerPause : IconPlayerPlay}
          aria-pressed={following}
          onClick={() => onFollow(!following)}
          title={following ? t`Stop showing new lines` : t`Show new lines as they come`}
        >
          {following ? t`Following` : t`Follow`}
        </Button>
      )}
      {view.request !== '' && (
        <div className="log-rules">
          <button
            type="button"
            className="log-rule"
            title={t`Remove this condition`}
            onClick={() => onChange({ request: '' })}
          >
            <span>{t`Request ${{ request: view.request }}`}</span>
            <Icon of={IconX} size={14} />
          </button>
        </div>
      )}
    </search>
  );
}
