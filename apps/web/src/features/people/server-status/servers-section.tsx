import type { ListedServer } from '@cyno/contract';
import { t } from '@lingui/core/macro';
import { IconArrowsExchange } from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { failureText } from '../../../lib/api/failure-text.ts';
import { docsPath } from '../../../lib/language/docs-path.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { RowList } from '../../../ui/cards/row-list.tsx';
import { SectionCard } from '../../../ui/cards/section-card.tsx';
import { ConfirmDialog } from '../../../ui/overlays/confirm-dialog.tsx';
import { useToasts } from '../../../ui/overlays/toast.tsx';
import { DrainButton } from './drain-button.tsx';
import { handOver, systemQuery } from './server-calls.ts';
import { ServerRow } from './server-row.tsx';

/** The servers that share the database: the one that serves, and those on standby, one of which can take over now. */
export function ServersSection({ servers }: { servers: readonly ListedServer[] }) {
  const [isConfirming, setConfirming] = useState(false);
  const hasStandby = servers.some(({ serves }) => !serves);
  const hasNats = servers.some(({ serves, link }) => serves && link !== null);
  return (
    <SectionCard
      id="servers"
      title={t`Servers`}
      description={
        hasNats
          ? t`One serves, and the others bring it their boards and pages. When it ends, another one takes over within seconds.`
          : t`One serves. When it ends, another one takes over within seconds.`
      }
      actions={
        hasStandby && <Button icon={IconArrowsExchange} onClick={() => setConfirming(true)}>{t`Switch servers`}</Button>
      }
    >
      <RowList label={t`Servers`}>
        {servers.map((server) => (
          <ServerRow
            key={`${server.name} ${server.since}`}
            server={server}
            hasNats={hasNats}
            actions={
              !server.serves && server.link && <DrainButton name={server.name} isDrained={server.link.isDrained} />
            }
          />
        ))}
      </RowList>
      {!hasStandby && (
        <p className="section-note">
          {t`No server is on standby: nobody takes over when this one ends.`}{' '}
          <a href={docsPath('running/several-servers/')}>{t`How to add one`}</a>
        </p>
      )}
      {isConfirming && <SwitchDialog onClose={() => setConfirming(false)} />}
    </SectionCard>
  );
}

function SwitchDialog({ onClose }: { onClose: () => void }) {
  const queryClient = useQueryClient();
  const toasts = useToasts();
  const run = useMutation({
    mutationFn: handOver,
    onSuccess: () => toasts.add({ kind: 'success', title: t`Another server takes over within seconds` }),
    onError: (failure) =>
      toasts.add({ kind: 'error', title: t`The servers were not switched`, detail: failureText(failure) }),
    onSettled: () => {
      onClose();
      return queryClient.invalidateQueries({ queryKey: systemQuery.queryKey });
    },
  });
  return (
    <ConfirmDialog
      title={t`Switch servers?`}
      cancelLabel={t`Cancel`}
      confirmLabel={t`Switch servers`}
      busy={run.isPending}
      onClose={onClose}
      onConfirm={() => run.mutate()}
    >
      {t`This server ends its work and another one takes over. Boards and pages connect again within seconds; nothing is lost.`}
    </ConfirmDialog>
  );
}
