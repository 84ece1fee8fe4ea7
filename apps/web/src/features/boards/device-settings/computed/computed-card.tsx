import type { ComputedVariable, Device } from '@cyno/contract';
import { t } from '@lingui/core/macro';
import { IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import { failureText } from '../../../../lib/api/failure-text.ts';
import { useReasonText } from '../../../../lib/api/use-reason-text.ts';
import { lazy } from '../../../../lib/language/lazy.ts';
import { Button } from '../../../../ui/buttons/button.tsx';
import { Row, RowList } from '../../../../ui/cards/row-list.tsx';
import { SectionCard, SectionError, SectionSkeleton } from '../../../../ui/cards/section-card.tsx';
import { ConfirmDialog } from '../../../../ui/overlays/confirm-dialog.tsx';
import { useToasts } from '../../../../ui/overlays/toast.tsx';
import { Badge } from '../../../../ui/status/badge.tsx';
import { usesQuery, usesText } from '../variables/variable-uses.ts';
import { computedQuery, useSaveComputed } from './computed-calls.ts';

// Its preview brings the charts along.
const ComputedSheet = lazy(async () => ({ default: (await import('./computed-sheet.tsx')).ComputedSheet }));

type Open = { kind: 'new' } | { kind: 'edit' | 'delete'; key: string };

/** The variables that formulas make of what the board sends. */
export function ComputedCard({ device }: { device: Device }) {
  const { espid, variables } = device;
  const list = useQuery(computedQuery(espid));
  const [open, setOpen] = useState<Open | null>(null);
  const close = () => setOpen(null);
  const computed = list.data?.variables ?? [];
  const chosen = open === null || open.kind === 'new' ? null : computed.find(({ key }) => key === open.key);
  const labelOf = (key: string) => variables.find((one) => one.key === key)?.label ?? key;
  return (
    <SectionCard
      id="computed"
      title={t`Computed variables`}
      description={t`Calculated from other variables, such as a dew point or an average.`}
      actions={
        list.data &&
        computed.length < list.data.max && (
          <Button icon={IconPlus} onClick={() => setOpen({ kind: 'new' })}>
            {t`Add`}
          </Button>
        )
      }
    >
      {list.error && !list.data ? (
        <SectionError onRetry={() => void list.refetch()}>{failureText(list.error)}</SectionError>
      ) : !list.data ? (
        <SectionSkeleton rows={1} />
      ) : computed.length === 0 ? (
        <p className="section-note">{t`No formulas yet.`}</p>
      ) : (
        <RowList label={t`Computed variables`}>
          {computed.map((one) => (
            <Row
              key={one.key}
              title={labelOf(one.key)}
              badge={<State computed={one} />}
              detail={<code className="mono">{one.formula}</code>}
              actions={
                <>
                  <Button
                    size="small"
                    aria-label={t`Edit formula of ${{ label: labelOf(one.key) }}`}
                    onClick={() => setOpen({ kind: 'edit', key: one.key })}
                  >
                    {t`Edit`}
                  </Button>
                  <Button
                    size="small"
                    variant="ghost"
                    aria-label={t`Delete ${{ label: labelOf(one.key) }}`}
                    onClick={() => setOpen({ kind: 'delete', key: one.key })}
                  >
                    {t`Delete`}
                  </Button>
                </>
              }
            />
          ))}
        </RowList>
      )}
      <Suspense fallback={null}>
        {open?.kind === 'new' && <ComputedSheet device={device} computed={null} onClose={close} />}
        {chosen && open?.kind === 'edit' && (
          <ComputedSheet key={chosen.key} device={device} computed={chosen} onClose={close} />
        )}
      </Suspense>
      {chosen && open?.kind === 'delete' && (
        <DeleteQuestion espid={espid} variableKey={chosen.key} label={labelOf(chosen.key)} onClose={close} />
      )}
    </SectionCard>
  );
}

function State({ computed }: { computed: ComputedVariable }) {
  const problem = useReasonText(computed);
  const { recomputed } = computed;
  if (problem !== null) return <Badge tone="danger">{problem}</Badge>;
  if (recomputed === null) return null;
  return <Badge tone="info">{t`History ${{ percent: Math.floor(recomputed * 100) }} %`}</Badge>;
}

type DeleteQuestionProps = { espid: string; variableKey: string; label: string; onClose: () => void };

function DeleteQuestion({ espid, variableKey, label, onClose }: DeleteQuestionProps) {
  const toasts = useToasts();
  const { mutateAsync, isPending } = useSaveComputed(espid);
  const uses = useQuery(usesQuery(espid, variableKey));
  const used = uses.data ? usesText(uses.data) : null;
  // The question is gone with its variable before callbacks of `mutate` would be called.
  const remove = () =>
    mutateAsync({ key: variableKey, request: null })
      .then(
        () => toasts.add({ kind: 'success', title: t`${label} deleted` }),
        (error: Error) => toasts.add({ kind: 'error', title: t`${label} was not deleted`, detail: failureText(error) }),
      )
      .finally(onClose);
  return (
    <ConfirmDialog
      title={t`Delete ${label}?`}
      cancelLabel={t`Cancel`}
      confirmLabel={t`Delete`}
      busy={isPending || uses.isPending}
      onClose={onClose}
      onConfirm={() => void remove()}
    >
      {t`Removes it from all charts and lists.`}
      {used && ` ${used}`}
    </ConfirmDialog>
  );
}
