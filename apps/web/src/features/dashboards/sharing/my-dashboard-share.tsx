import type { ShareRole } from '@cyno/contract';
import { t } from '@lingui/core/macro';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { failureText } from '../../../lib/api/failure-text.ts';
import { useOpenPage } from '../../../lib/router/page-provider.tsx';
import { Button } from '../../../ui/buttons/button.tsx';
import { SectionCard } from '../../../ui/cards/section-card.tsx';
import { useToasts } from '../../../ui/overlays/toast.tsx';
import { dashboardClosed } from '../dashboards/index.ts';
import { fetchSharing, leaveThing } from './sharing-queries.ts';
import { roleAllows, roleName } from './sharing-text.ts';

type MyDashboardShareProps = { id: number; name: string; role: ShareRole };

/** For somebody with whom a dashboard is shared: what they may do with it, and the way out. */
export function MyDashboardShare({ id, name, role }: MyDashboardShareProps) {
  const client = useQueryClient();
  const open = useOpenPage();
  const toasts = useToasts();
  const leave = useMutation({
    mutationFn: async () => {
      await open('/dashboard');
      await dashboardClosed(client, id);
      await leaveThing({ kind: 'dashboard', id, name });
    },
    onSuccess: async () => {
      await fetchSharing(client);
      toasts.add({ kind: 'info', title: t`You left ${name}`, detail: t`Its owner can invite you again.` });
    },
    onError: (error) => toasts.add({ kind: 'error', title: t`You did not leave ${name}`, detail: failureText(error) }),
  });
  return (
    <SectionCard id="people" title={t`Shared with you`} description={t`Your role: ${{ role: roleName(role) }}`}>
      <p className="section-note">{roleAllows(role, 'dashboard')}</p>
      <p className="section-note">
        {t`When you leave, it disappears from your list. To see it again you need a new invitation.`}
      </p>
      <div>
        <Button busy={leave.isPending} onClick={() => leave.mutate()}>
          {t`Leave dashboard`}
        </Button>
      </div>
    </SectionCard>
  );
}
