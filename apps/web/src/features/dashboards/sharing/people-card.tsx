import type { DeviceShares, Share } from '@cyno/contract';
import { IconUserPlus } from '@tabler/icons-react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { failureText } from '../../../lib/api/failure-text.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { RowList } from '../../../ui/cards/row-list.tsx';
import { SectionCard, SectionError, SectionSkeleton } from '../../../ui/cards/section-card.tsx';
import { ConfirmDialog } from '../../../ui/overlays/confirm-dialog.tsx';
import { useToasts } from '../../../ui/overlays/toast.tsx';
import { planQuery } from '../../people/billing/index.ts';
import { FewFirst } from './few-first.tsx';
import { PersonRow } from './person-row.tsx';
import { ShareDialog } from './share-dialog.tsx';
import { endShare, fetchSharing, type SharedThing, sharesQuery } from './sharing-queries.ts';
import { peopleText } from './sharing-text.ts';

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
      title="People"
      description={`Other accounts that may see or operate this ${thing.kind}, each with a role of its own.`}
      actions={
        <Button
          variant="primary"
          icon={IconUserPlus}
          disabled={!data || isFull}
          onClick={() => setOpen({ dialog: 'share', share: undefined })}
        >
          Invite somebody
        </Button>
      }
    >
      {data && <People data={data} isFull={isFull} kind={thing.kind} onOpen={setOpen} />}
      {!data && error && (
        <SectionError onRetry={() => void refetch()}>The people did not load. {failureText(error)}</SectionError>
      )}
      {!data && !error && <SectionSkeleton rows={2} />}
      {open?.dialog === 'share' && <ShareDialog thing={thing} share={open.share} onClose={close} />}
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
      {isFull ? (
        <FullNote used={shares.length} limit={limit} />
      ) : (
        (shares.length > 0 || limit !== null) && (
          <p className="section-note">{`Shared with ${peopleText(shares.length, limit)}.`}</p>
        )
      )}
      {shares.length > 0 ? (
        <FewFirst all={shares} what="people">
          {(visible) => (
            <RowList label="People">
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
          Only you see this {kind}. Invite somebody by e-mail: as viewer they look, as operator they also switch, as
          manager they also set it up.
        </p>
      )}
    </>
  );
}

function FullNote({ used, limit }: { used: number; limit: number | null }) {
  const billing = useQuery(planQuery).data?.billing;
  return (
    <p className="sharing-full" role="status">
      {peopleText(used, limit)}; your plan has room for no more. Stop sharing with somebody to invite somebody else
      {billing === 'off' ? (
        '.'
      ) : (
        <>
          , or{' '}
          <Link className="link" to="/bill">
            look at the plans
          </Link>
          .
        </>
      )}
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
      toasts.add({ kind: 'success', title: isInvited ? 'Invitation taken back' : `Not shared with ${email} any more` });
    },
    onError: (error) => toasts.add({ kind: 'error', title: 'Nothing was changed', detail: failureText(error) }),
  });
  return (
    <ConfirmDialog
      title={isInvited ? `Take the invitation of ${email} back?` : `Stop sharing with ${email}?`}
      cancelLabel={isInvited ? 'Keep it' : 'Go on sharing'}
      confirmLabel={isInvited ? 'Take back' : 'Stop sharing'}
      busy={end.isPending}
      onClose={onClose}
      onConfirm={() => end.mutate()}
    >
      {isInvited
        ? 'The link in their mail leads nowhere then. You can invite them again.'
        : `They see nothing more of ${thing.name} at once, also on pages that are open now. To share it again you invite them anew.`}
    </ConfirmDialog>
  );
}
