import type { LinkCreated, PublicLink } from '@cyno/contract';
import { plural, t } from '@lingui/core/macro';
import { IconLink, IconPlus } from '@tabler/icons-react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import { failureText } from '../../../lib/api/failure-text.ts';
import { formatAge, formatDateTime } from '../../../lib/format/format.ts';
import { formatList } from '../../../lib/format/format-list.ts';
import { lazy } from '../../../lib/language/lazy.ts';
import { liveNow } from '../../../lib/live/live-client.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { Row, RowList } from '../../../ui/cards/row-list.tsx';
import { SectionCard, SectionError, SectionSkeleton } from '../../../ui/cards/section-card.tsx';
import { ConfirmDialog } from '../../../ui/overlays/confirm-dialog.tsx';
import { Question } from '../../../ui/overlays/question.tsx';
import { useToasts } from '../../../ui/overlays/toast.tsx';
import { Badge } from '../../../ui/status/badge.tsx';
import { CreatedLink } from './created-link.tsx';
import { changeLink, type LinkedDashboard, linksQuery, putLink, readAgain, revokeLink } from './link-calls.ts';

const LinkDialog = lazy(async () => ({ default: (await import('./link-dialog.tsx')).LinkDialog }));

type LinksCardProps = {
  /** Null: the device has no dashboard yet. Undefined while it is on the way. */
  dashboard: LinkedDashboard | null | undefined;
};
type Open =
  | { edit: PublicLink | null }
  | { created: LinkCreated }
  | { revoke: PublicLink }
  | { showAll: PublicLink }
  | null;

/** Public links of a dashboard: pages that everybody with the link sees, without an account. */
export function LinksCard({ dashboard }: LinksCardProps) {
  const client = useQueryClient();
  const { data: links, error, refetch } = useQuery({ ...linksQuery(dashboard?.id ?? 0), enabled: !!dashboard });
  const [open, setOpen] = useState<Open>(null);
  const close = () => setOpen(null);
  const showAll = useShowAll(dashboard ?? { id: 0 });
  return (
    <SectionCard
      id="links"
      title={t`Public links`}
      description={t`A page with only this dashboard, for everyone who has the link. Visitors see nothing else.`}
      actions={
        <Button icon={IconPlus} disabled={!dashboard} onClick={() => setOpen({ edit: null })}>
          {t`New link`}
        </Button>
      }
    >
      {links && links.length > 0 && (
        <RowList label={t`Public links`}>
          {links.map((link) => (
            <LinkRow
              key={link.id}
              link={link}
              onEdit={() => setOpen({ edit: link })}
              onShowAll={() => (opensNewDevices(link, dashboard) ? setOpen({ showAll: link }) : showAll.mutate(link))}
              onRevoke={() => setOpen({ revoke: link })}
            />
          ))}
        </RowList>
      )}
      {links?.length === 0 && (
        <p className="section-note">{t`No links yet. Create one for a screen on the wall, or to embed the dashboard in your website.`}</p>
      )}
      {dashboard === null && <p className="section-note">{t`Create a dashboard first. A link shows its widgets.`}</p>}
      {dashboard && !links && error && (
        <SectionError
          onRetry={() => void refetch()}
        >{t`The links did not load. ${{ why: failureText(error) }}`}</SectionError>
      )}
      {(dashboard === undefined || (dashboard && !links && !error)) && <SectionSkeleton rows={1} />}
      {dashboard && open && 'edit' in open && (
        <Suspense fallback={null}>
          <LinkDialog
            dashboard={dashboard}
            link={open.edit}
            onClose={close}
            onSaved={(made) => {
              setOpen(made && { created: made });
              void client.invalidateQueries({ queryKey: linksQuery(dashboard.id).queryKey });
            }}
          />
        </Suspense>
      )}
      {open && 'created' in open && <CreatedLink created={open.created} onClose={close} />}
      {open && 'showAll' in open && (
        <Question
          title={t`Show all devices on “${{ name: open.showAll.name }}”?`}
          confirmLabel={t`Show all`}
          onConfirm={() => showAll.mutate(open.showAll)}
          onClose={close}
        >
          {t`Visitors can then also control the new devices, with the controls that you allowed on this link. If they should only view them, first turn these controls off under “Edit”.`}
        </Question>
      )}
      {dashboard && open && 'revoke' in open && (
        <RevokeLink dashboardId={dashboard.id} link={open.revoke} onClose={close} />
      )}
    </SectionCard>
  );
}

type LinkRowProps = { link: PublicLink; onEdit: () => void; onShowAll: () => void; onRevoke: () => void };

function LinkRow({ link, onEdit, onShowAll, onRevoke }: LinkRowProps) {
  const { name, hasPassword, expiresAt, exposed, origins, openedAt, viewers, devices } = link;
  const now = liveNow();
  const isOver = expiresAt !== null && expiresAt <= now;
  const facts = [
    viewers > 0
      ? plural(viewers, { one: '# viewer now', other: '# viewers now' })
      : openedAt === null
        ? t`Not opened yet`
        : t`Opened ${{ age: formatAge(now - openedAt) }}`,
    exposed.length === 0
      ? t`View only`
      : plural({ count: exposed.length }, { one: 'Visitors use # control', other: 'Visitors use # controls' }),
    expiryText(expiresAt, isOver),
    ...(devices ? [t`Shows ${{ shown: devices.shown }} of ${{ all: devices.all }} devices`] : []),
    ...(origins.length > 0 ? [t`Embedded in ${{ websites: formatList(origins) }}`] : []),
  ];
  return (
    <Row
      icon={IconLink}
      title={name}
      badge={
        <>
          {hasPassword && <Badge shape="tag">{t`Password`}</Badge>}
          {exposed.length > 0 && (
            <Badge shape="tag" tone="warning">
              {t`Controls`}
            </Badge>
          )}
          {isOver && <Badge shape="tag">{t`Expired`}</Badge>}
        </>
      }
      detail={facts.join(' · ')}
      actions={
        <>
          {devices && devices.shown < devices.all && !isOver && (
            <Button size="small" aria-label={t`Show all devices on the link ${name}`} onClick={onShowAll}>
              {t`Show all ${{ all: devices.all }}`}
            </Button>
          )}
          <Button size="small" aria-label={t`Edit the link ${name}`} onClick={onEdit}>
            {t`Edit`}
          </Button>
          <Button size="small" aria-label={t`Revoke the link ${name}`} onClick={onRevoke}>
            {t`Revoke`}
          </Button>
        </>
      }
    />
  );
}

function expiryText(expiresAt: number | null, isOver: boolean): string {
  if (expiresAt === null) return t`No expiry`;
  const date = formatDateTime(expiresAt);
  return isOver ? t`Expired ${date}` : t`Expires ${date}`;
}

/** Whether a control of the link operates whichever device is chosen, and so those that it does not show yet. */
const opensNewDevices = ({ exposed }: PublicLink, dashboard: LinkedDashboard | null | undefined): boolean =>
  !!dashboard?.widgets.some(({ id, device }) => device === undefined && exposed.includes(id));

/** Lets a link show the devices that have come to its dashboard since it was made. */
function useShowAll({ id: dashboardId, espids = [] }: Pick<LinkedDashboard, 'id' | 'espids'>) {
  const client = useQueryClient();
  const toasts = useToasts();
  return useMutation({
    mutationFn: ({ id, name, expiresAt, exposed, origins }: PublicLink) =>
      changeLink(dashboardId, id, { name, expiresAt, exposed, origins, espids: [...espids] }),
    onSuccess: (link) => putLink(client, dashboardId, link),
    onSettled: () => readAgain(client, dashboardId),
    onError: (error) => toasts.add({ kind: 'error', title: t`Link not changed`, detail: failureText(error) }),
  });
}

type RevokeLinkProps = { dashboardId: number; link: PublicLink; onClose: () => void };

function RevokeLink({ dashboardId, link, onClose }: RevokeLinkProps) {
  const client = useQueryClient();
  const toasts = useToasts();
  const revoke = useMutation({
    mutationFn: () => revokeLink(dashboardId, link.id),
    async onSuccess() {
      await client.invalidateQueries({ queryKey: linksQuery(dashboardId).queryKey });
      onClose();
    },
    onError: (error) => toasts.add({ kind: 'error', title: t`Link not revoked`, detail: failureText(error) }),
  });
  return (
    <ConfirmDialog
      title={t`Revoke ${{ name: link.name }}?`}
      cancelLabel={t`Keep`}
      confirmLabel={t`Revoke`}
      busy={revoke.isPending}
      onClose={onClose}
      onConfirm={() => revoke.mutate()}
    >
      {t`The link stops working immediately, also for people who view it now. This cannot be undone.`}
    </ConfirmDialog>
  );
}
