import { plural, t } from '@lingui/core/macro';
import { IconCopy, IconDownload, IconPlayerPause, IconPlayerPlay } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useDeferredValue, useMemo, useState } from 'react';
import { failureText } from '../../../lib/api/failure-text.ts';
import { saveFile } from '../../../lib/browser/save-file.ts';
import { i18n } from '../../../lib/language/i18n.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { writeClipboard } from '../../../ui/buttons/write-clipboard.ts';
import { Card } from '../../../ui/cards/card.tsx';
import { Skeleton } from '../../../ui/cards/skeleton.tsx';
import { ErrorState } from '../../../ui/cards/states.tsx';
import { SearchField } from '../../../ui/fields/field.tsx';
import { SelectField } from '../../../ui/fields/select-field.tsx';
import { useToasts } from '../../../ui/overlays/toast.tsx';
import { controlQuery } from '../control/index.ts';
import type { SeenDevice } from '../devices/index.ts';
import { lineAsText } from './console-lines.ts';
import { ConsoleList } from './console-list.tsx';
import './console-page.css';
import { type LineGroup, lineGroups, readAll } from './console-query.ts';
import { FloodCoach } from './flood-coach.tsx';
import { useConsole } from './use-console.ts';

const unnamed = { outputs: [], events: [] };

/** The Console tab: what happens on a device, live, with what happened before. */
export function ConsolePage({ device }: { device: SeenDevice }) {
  const { espid } = device;
  const [group, setGroup] = useState<LineGroup>('all');
  const [typed, setTyped] = useState('');
  const search = useDeferredValue(typed.trim());
  const filter = useMemo(() => ({ group, search }), [group, search]);
  const named = useQuery(controlQuery(espid)).data ?? unnamed;
  const { query, lines, isHeld, setHeld, heldCount } = useConsole(espid, filter);
  const toasts = useToasts();

  const copy = async () => {
    const isCopied = await writeClipboard(lines.map(lineAsText).join('\n'));
    toasts.add(
      isCopied
        ? { kind: 'success', title: plural({ count: lines.length }, { one: '# line copied', other: '# lines copied' }) }
        : {
            kind: 'error',
            title: t`Could not copy`,
            detail: t`The browser did not allow it. Download the lines instead.`,
          },
    );
  };
  const download = async () => {
    try {
      const text = (await readAll(espid, filter)).map(lineAsText).join('\n');
      const name = `${espid.replaceAll(/[^\w-]+/g, '_')}-console.txt`;
      saveFile(name, new Blob([text, '\n'], { type: 'text/plain' }));
    } catch (error) {
      toasts.add({
        kind: 'error',
        title: t`Could not create the file`,
        detail: failureText(error),
      });
    }
  };

  return (
    <>
      <h2 className="sr-only">{t`Console`}</h2>
      <FloodCoach device={device} />
      <div className="console-toolbar">
        <SearchField label={t`Search the console`} placeholder={t`Search`} value={typed} onChange={setTyped} />
        <SelectField
          label={t`Show`}
          hideLabel
          options={lineGroups.map(({ id, label }) => ({ id, label: i18n._(label) }))}
          value={group}
          onChange={setGroup}
        />
        <span className="console-spring" />
        <Button icon={isHeld ? IconPlayerPlay : IconPlayerPause} onClick={() => setHeld(!isHeld)} aria-pressed={isHeld}>
          {isHeld ? (heldCount > 0 ? t`Resume (${heldCount} new)` : t`Resume`) : t`Pause`}
        </Button>
        <Button icon={IconCopy} onClick={() => void copy()} disabled={lines.length === 0}>
          {t`Copy`}
        </Button>
        <Button icon={IconDownload} onClick={() => void download()} disabled={lines.length === 0}>
          {t`Download`}
        </Button>
      </div>
      <Card className="console">
        {query.isError && !query.data ? (
          <ErrorState title={t`Could not load the console`} onRetry={() => void query.refetch()}>
            {failureText(query.error)}
          </ErrorState>
        ) : query.isPending ? (
          <Skeleton height={480} />
        ) : lines.length === 0 ? (
          <p className="console-none">
            {filter.search || group !== 'all'
              ? t`No matching lines. Change the search or the filter.`
              : t`No lines yet. Text from debug(), connections and commands appear here.`}
          </p>
        ) : (
          <ConsoleList lines={lines} search={search} named={named} query={query} />
        )}
      </Card>
    </>
  );
}
