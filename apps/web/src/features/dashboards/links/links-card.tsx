import type { LinkCreated, PublicLink } from '@cyno/contract';
import { IconLink, IconPlus } from '@tabler/icons-react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { failureText } from '../../../lib/api/failure-text.ts';
import { formatAge, formatDateTime } from '../../../lib/format/format.ts';
import { liveNow } from '../../../lib/live/live-client.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { CopyLine } from '../../../ui/buttons/copy-line.tsx';
import { Row, RowList } from '../../../ui/cards/row-list.tsx';
import { SectionCard, SectionError, SectionSkeleton } from '../../../ui/cards/section-card.tsx';
import { ConfirmDialog } from '../../../ui/overlays/confirm-dialog.tsx';
import { useToasts } from '../../../ui/overlays/toast.tsx';
import { Badge } from '../../../ui/status/badge.tsx';
import { changeLink, type LinkedDashboard, linkAddress, linksQuery, readAgain, revokeLink } from './link-calls.ts';
import { LinkDialog } from './link-dialog.tsx';

type LinksCardProps = {
  /** Null: the device has no dashboard yet. Undefined while it is on the way. */
  dashboard: LinkedDashboard | null | undefined;
};
type Open = { edit: PublicLink | null } | { revoke: PublicLink } | null;

/** Public links of a dashboard: pages that everybody with the link sees, without an account. */
export function LinksCard({ dashboard }: LinksCardProps) {
  const client = useQueryClient();
  const { data: links, error, refetch } = useQuery({ ...linksQuery(dashboard?.id ?? 0), enabled: !!dashboard });
  const [open, setOpen] = useState<Open>(null);
  const [created, setCreated] = useState<LinkCreated>();
  const close = () => setOpen(null);
  const showAll = useShowAll(dashboard ?? { id: 0 });
  return (
    <SectionCard
      id="links"
      title="Public links"
      description="A page with this dashboard alone, for everybody who has the link. Nothing else of the device is told."
      actions={
        <Button icon={IconPlus} disabled={!dashboard} onClick={() => setOpen({ edit: null })}>
          New link
        </Button>
      }
    >
      {created && <Made created={created} onClose={() => setCreated(undefined)} />}
      {links && links.length > 0 && (
        <RowList label="Public links">
          {links.map((link) => (
            <LinkRow
              key={link.id}
              link={link}
              onEdit={() => setOpen({ edit: link })}
              onShowAll={() => showAll.mutate(link)}
              onRevoke={() => setOpen({ revoke: link })}
            />
          ))}
        </RowList>
      )}
      {links?.length === 0 && (
        <p className="section-note">No links. Make one for a screen on the wall, or to embed it in a page of yours.</p>
      )}
      {dashboard === null && <p className="section-note">Make a dashboard first: a link shows what stands on it.</p>}
      {dashboard && !links && error && (
        <SectionError onRetry={() => void refetch()}>The links did not load. {failureText(error)}</SectionError>
      )}
      {(dashboard === undefined || (dashboard && !links && !error)) && <SectionSkeleton rows={1} />}
      {dashboard && open && 'edit' in open && (
        <LinkDialog
          dashboard={dashboard}
          link={open.edit}
          onClose={close}
          onSaved={(made) => {
            close();
            if (made) setCreated(made);
            void client.invalidateQueries({ queryKey: linksQuery(dashboard.id).queryKey });
          }}
        />
      )}
      {dashboard && open && 'revoke' in open && (
        <RevokeLink
          dashboardId={dashboard.id}
          link={open.revoke}
          onClose={(isDone) => {
            close();
            if (isDone && created?.link.id === open.revoke.id) setCreated(undefined);
          }}
        />
      )}
    </SectionCard>
  );
}

function Made({ created: { link, token }, onClose }: { created: LinkCreated; onClose: () => void }) {
  return (
    <section className="link-made" aria-label={`The link ${link.name}`}>
      <h3>Copy the link {link.name} now</h3>
      <p className="section-note">It is shown this once.</p>
      <CopyLine text={linkAddress(token)} label="Copy the link" />
      <div className="section-actions">
        <Button onClick={() => window.open(linkAddress(token), '_blank', 'noreferrer')}>Open it</Button>
        <Button onClick={onClose}>Done</Button>
      </div>
    </section>
  );
}

type LinkRowProps = { link: PublicLink; onEdit: () => void; onShowAll: () => void; onRevoke: () => void };

function LinkRow({ link, onEdit, onShowAll, onRevoke }: LinkRowProps) {
  const { name, hasPassword, expiresAt, exposed, origins, openedAt, viewers, devices } = link;
  const now = liveNow();
  const isOver = expiresAt !== null && expiresAt <= now;
  const facts = [
    viewers > 0
      ? `${viewers} looking now`
      : openedAt === null
        ? 'not opened yet'
        : `opened ${formatAge(now - openedAt)}`,
    exposed.length === 0 ? 'visitors look only' : `visitors operate ${exposed.length}`,
    expiresAt === null ? 'until it is revoked' : `${isOver ? 'ended' : 'until'} ${formatDateTime(expiresAt)}`,
    ...(devices ? [`shows ${devices.shown} of ${devices.all} devices`] : []),
    ...(origins.length > 0 ? [`in frames of ${origins.join(', ')}`] : []),
  ];
  return (
    <Row
      icon={IconLink}
      title={name}
      badge={
        <>
          {hasPassword && <Badge shape="tag">Password</Badge>}
          {exposed.length > 0 && (
            <Badge shape="tag" tone="warning">
              Can operate
            </Badge>
          )}
          {isOver && <Badge shape="tag">Ended</Badge>}
        </>
      }
      detail={facts.join(', ')}
      actions={
        <>
          {devices && devices.shown < devices.all && !isOver && (
            <Button size="small" aria-label={`Show all devices by the link ${name}`} onClick={onShowAll}>
              Show all {devices.all}
            </Button>
          )}
          <Button size="small" aria-label={`Change the link ${name}`} onClick={onEdit}>
            Change
          </Button>
          <Button size="small" aria-label={`Revoke the link ${name}`} onClick={onRevoke}>
            Revoke
          </Button>
        </>
      }
    />
  );
}

/** Lets a link show the devices that have come to its dashboard since it was made. */
function useShowAll({ id: dashboardId, espids = [] }: Pick<LinkedDashboard, 'id' | 'espids'>) {
  const client = useQueryClient();
  const toasts = useToasts();
  return useMutation({
    mutationFn: ({ id, name, expiresAt, exposed, origins }: PublicLink) =>
      changeLink(dashboardId, id, { name, expiresAt, exposed, origins, espids: [...espids] }),
    onSettled: () => readAgain(client, dashboardId),
    onError: (error) => toasts.add({ kind: 'error', title: 'Link not changed', detail: failureText(error) }),
  });
}

type RevokeLinkProps = { dashboardId: number; link: PublicLink; onClose: (isDone: boolean) => void };

function RevokeLink({ dashboardId, link, onClose }: RevokeLinkProps) {
  const client = useQueryClient();
  const toasts = useToasts();
  const revoke = useMutation({
    mutationFn: () => revokeLink(dashboardId, link.id),
    async onSuccess() {
      await client.invalidateQueries({ queryKey: linksQuery(dashboardId).queryKey });
      onClose(true);
    },
    onError: (error) => toasts.add({ kind: 'error', title: 'Link not revoked', detail: failureText(error) }),
  });
  return (
    <ConfirmDialog
      title={`Revoke ${link.name}?`}
      cancelLabel="Keep"
      confirmLabel="Revoke"
      busy={revoke.isPending}
      onClose={() => onClose(false)}
      onConfirm={() => revoke.mutate()}
    >
      It stops at once, also for those who look at it now. This cannot be undone: it would need a new link.
    </ConfirmDialog>
  );
}
