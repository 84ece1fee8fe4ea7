import type { DeviceShares, Share } from '@cyno/contract';
import { plural, t } from '@lingui/core/macro';
import { IconUserPlus } from '@tabler/icons-react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import { Link } from 'react-router';
import { failureText } from '../../../lib/api/failure-text.ts';
import { lazy } from '../../../lib/language/lazy.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { RowList } from '../../../ui/cards/row-list.tsx';
import { SectionCard, SectionError, SectionSkeleton } from '../../../ui/cards/section-card.tsx';
import { ConfirmDialog } from '../../../ui/overlays/confirm-dialog.tsx';
import { useToasts } from '../../../ui/overlays/toast.tsx';
import { planQuery } from '../../people/billing/index.ts';
import { FewFirst } from './few-first.tsx';
import { PersonRow } from './person-row.tsx';
import { endShare, fetchSharing, type SharedThing, sharesQuery } from './sharing-queries.ts';
import { peopleText } from './sharing-text.ts';

const ShareDialog = lazy(async () => ({ default: (await import('./share-dialog.tsx')).ShareDialog }));

type Open = { dialog: 'share'; share: Share | undefined } | { dialog: 'end'; share: Share } | null;

/** With whom a device or dashboard is shared: invite, change, stop. */
export function PeopleCard({ thing }: { thing: SharedThing }) {
  const { data, error, refetch } = useQuery(sharesQuery(thing));
  const [open, setOpen] = useState<Open>(null);
  const isFull = data !== undefined && data.limit !== null && data.shares.length >= data.limit;
  const close = () => setOpen(null);
  return (
    <SectionCard
      id="people"
      title={t`People`}
      description={
        thing.kind === 'device'
          ? t`Other accounts that can see or control this device, each with its own role.`
          : t`Other accounts that can see or control this dashboard, each with its own role.`
      }
      actions={
        <Button
          variant="primary"
          icon={IconUserPlus}
          disabled={!data || isFull}
          onClick={() => setOpen({ dialog: 'share', share: undefined })}
        >
          {t`Invite someone`}
        </Button>
      }
    >
      {data && <People data={data} isFull={isFull} kind={thing.kind} onOpen={setOpen} />}
      {!data && error && (
        <SectionError
          onRetry={() => void refetch()}
        >{t`The people did not load. ${{ why: failureText(error) }}`}</SectionError>
      )}
      {!data && !error && <SectionSkeleton rows={2} />}
      {open?.dialog === 'share' && (
        <Suspense fallback={null}>
          <ShareDialog thing={thing} share={open.share} onClose={close} />
        </Suspense>
      )}
      {open?.dialog === 'end' && <EndDialog thing={thing} share={open.share} onClose={close} />}
    </SectionCard>
  );
}

type PeopleProps = {
  data: DeviceShares;
  isFull: boolean;
  kind: SharedThing['kind'];
  onOpen: (open: Open) => void;
};

function People({ data: { shares, limit }, isFull, kind, onOpen }: PeopleProps) {
  return (
    <>
      {isFull && limit !== null ? (
        <FullNote limit={limit} />
      ) : (
        (shares.length > 0 || limit !== null) && <p className="section-note">{peopleText(shares.length, limit)}</p>
      )}
      {shares.length > 0 ? (
        <FewFirst all={shares} allLabel={t`Show all ${{ count: shares.length }} people`}>
          {(visible) => (
            <RowList label={t`People`}>
              {visible.map((share) => (
                <PersonRow
                  key={share.id}
                  share={share}
                  kind={kind}
                  onChange={() => onOpen({ dialog: 'share', share })}
                  onEnd={() => onOpen({ dialog: 'end', share })}
                />
              ))}
            </RowList>
          )}
        </FewFirst>
      ) : (
        <p className="section-note">
          {kind === 'device'
            ? t`Only you see this device. Invite someone by e-mail: viewers look, operators also switch, managers also change settings.`
            : t`Only you see this dashboard. Invite someone by e-mail: viewers look, operators also use the controls, managers also edit it.`}
        </p>
      )}
    </>
  );
}

function FullNote({ limit }: { limit: number }) {
  const billing = useQuery(planQuery).data?.billing;
  return (
    <p className="sharing-full" role="status">
      {plural(limit, {
        one: 'Your plan allows # person. To invite someone else, stop sharing with this one.',
        other: 'Your plan allows # people. To invite someone else, stop sharing with one of them.',
      })}
      {billing !== 'off' && ' '}
      {billing !== 'off' && <Link className="link" to="/bill">{t`See plans`}</Link>}
    </p>
  );
}

type EndDialogProps = { thing: SharedThing; share: Share; onClose: () => void };

function EndDialog({ thing, share: { id, email, state }, onClose }: EndDialogProps) {
  const client = useQueryClient();
  const toasts = useToasts();
  const isInvited = state === 'invited';
  const end = useMutation({
    mutationFn: () => endShare(thing, id),
    onSuccess: async () => {
      await fetchSharing(client);
      onClose();
      toasts.add({
        kind: 'success',
        title: isInvited ? t`Invitation cancelled` : t`Sharing with ${email} stopped`,
      });
    },
    onError: (error) => toasts.add({ kind: 'error', title: t`Nothing changed`, detail: failureText(error) }),
  });
  return (
    <ConfirmDialog
      title={isInvited ? t`Cancel the invitation of ${email}?` : t`Stop sharing with ${email}?`}
      cancelLabel={isInvited ? t`Keep invitation` : t`Keep sharing`}
      confirmLabel={isInvited ? t`Cancel invitation` : t`Stop sharing`}
      busy={end.isPending}
      onClose={onClose}
      onConfirm={() => end.mutate()}
    >
      {isInvited
        ? t`The link in their e-mail stops working. You can invite them again.`
        : t`They lose access to ${{ name: thing.name }} immediately, also on open pages. You can invite them again.`}
    </ConfirmDialog>
  );
}
