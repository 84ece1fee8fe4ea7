import { IconCopy, IconDownload, IconPlayerPause, IconPlayerPlay } from '@tabler/icons-react';
import { useDeferredValue, useMemo, useState } from 'react';
import { saveFile } from '../../../lib/browser/save-file.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { writeClipboard } from '../../../ui/buttons/write-clipboard.ts';
import { Card } from '../../../ui/cards/card.tsx';
import { Skeleton } from '../../../ui/cards/skeleton.tsx';
import { ErrorState } from '../../../ui/cards/states.tsx';
import { SearchField } from '../../../ui/fields/field.tsx';
import { SelectField } from '../../../ui/fields/select-field.tsx';
import { useToasts } from '../../../ui/overlays/toast.tsx';
import type { SeenDevice } from '../devices/index.ts';
import { lineAsText } from './console-lines.ts';
import { ConsoleList } from './console-list.tsx';
import './console-page.css';
import { type LineGroup, lineGroups, readAll } from './console-query.ts';
import { FloodCoach } from './flood-coach.tsx';
import { useConsole } from './use-console.ts';

/** The Console tab: what happens on a device, live, with what happened before. */
export function ConsolePage({ device }: { device: SeenDevice }) {
  const { espid } = device;
  const [group, setGroup] = useState<LineGroup>('all');
  const [typed, setTyped] = useState('');
  const search = useDeferredValue(typed.trim());
  const filter = useMemo(() => ({ group, search }), [group, search]);
  const { query, lines, isHeld, setHeld, heldCount } = useConsole(espid, filter);
  const toasts = useToasts();

  const copy = async () => {
    const isCopied = await writeClipboard(lines.map(lineAsText).join('\n'));
    toasts.add(
      isCopied
        ? { kind: 'success', title: `${lines.length} lines copied` }
        : { kind: 'error', title: 'Nothing was copied', detail: 'The browser did not allow it. Download the lines.' },
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
        title: 'The file was not made',
        detail: error instanceof Error ? error.message : '',
      });
    }
  };

  return (
    <>
      <h2 className="sr-only">Console</h2>
      <FloodCoach device={device} />
      <div className="console-toolbar">
        <SearchField label="Search the console" placeholder="Search" value={typed} onChange={setTyped} />
        <SelectField label="Show" hideLabel options={lineGroups} value={group} onChange={setGroup} />
        <span className="console-spring" />
        <Button icon={isHeld ? IconPlayerPlay : IconPlayerPause} onClick={() => setHeld(!isHeld)} aria-pressed={isHeld}>
          {isHeld ? (heldCount > 0 ? `Go on, ${heldCount} new` : 'Go on') : 'Pause'}
        </Button>
        <Button icon={IconCopy} onClick={() => void copy()} disabled={lines.length === 0}>
          Copy
        </Button>
        <Button icon={IconDownload} onClick={() => void download()} disabled={lines.length === 0}>
          Download
        </Button>
      </div>
      <Card className="console">
        {query.isError && !query.data ? (
          <ErrorState title="The console did not load" onRetry={() => void query.refetch()}>
            {query.error.message}
          </ErrorState>
        ) : query.isPending ? (
          <Skeleton height={480} />
        ) : lines.length === 0 ? (
          <p className="console-none">
            {filter.search || group !== 'all'
              ? 'Nothing fits. Take a word or the choice away.'
              : 'Nothing yet. What the board writes with debug(), its connections and your commands come here.'}
          </p>
        ) : (
          <ConsoleList
            lines={lines}
            search={search}
            hasOlder={query.hasNextPage}
            isReading={query.isFetchingNextPage}
            onOlder={() => void query.fetchNextPage()}
          />
        )}
      </Card>
    </>
  );
}
