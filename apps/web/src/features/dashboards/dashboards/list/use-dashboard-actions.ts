import type { FollowedDevices, NewDashboard } from '@cyno/contract';
import { cutText } from '@cyno/contract/cut-text';
import { t } from '@lingui/core/macro';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { failureText } from '../../../../lib/api/failure-text.ts';
import { useOpenPage } from '../../../../lib/router/page-provider.tsx';
import { useToasts } from '../../../../ui/overlays/toast.tsx';
import {
  accountDashboardQuery,
  dashboardClosed,
  useDeleteDashboard,
  useMakeDashboard,
  useRestoreDashboard,
} from '../account-dashboard-query.ts';
import { followsOf, toDashboardFollows } from '../follow.ts';

const isGone = (followed: FollowedDevices | null) => followed?.kind === 'group' && followed.name === null;

type Named = { id: number; name: string };
const longestName = 60;

/** What can be done with whole dashboards of the account, with the texts that report the result. */
export function useDashboardActions() {
  const client = useQueryClient();
  const openPage = useOpenPage();
  const toasts = useToasts();
  const make = useMakeDashboard();
  const remove = useDeleteDashboard();
  const restore = useRestoreDashboard();
  const failed = (title: string) => (error: Error) =>
    toasts.add({ kind: 'error', title, detail: failureText(error), key: 'dashboard' });
  const open = (id: number) => void openPage(`/dashboard/${id}`);
  const prepare = useMutation({ mutationFn: (request: () => Promise<NewDashboard | null>) => request() });
  const isMaking = prepare.isPending || make.isPending;
  const copy = useMutation({
    mutationFn: async (id: number) => {
      const { name, widgets, espids, role, ...made } = await client.fetchQuery({
        ...accountDashboardQuery(id),
        // Else the copy would be made when the network is back.
        networkMode: 'always',
      });
      const copyName = cutText(t`Copy of ${name}`, longestName).trim();
      // Tags and groups of somebody else are not those of this account.
      const follows = role === 'owner' && !isGone(made.follows) ? toDashboardFollows(followsOf(made.follows)) : null;
      return make.mutateAsync({ name: copyName, widgets, espids, follows });
    },
    onSuccess: ({ id }) => open(id),
    onError: failed(t`The dashboard was not duplicated`),
  });
  return {
    isMaking,
    /** Makes one and opens it, unless its request is null or who wanted it has gone before the request was there. */
    make(request: () => Promise<NewDashboard | null>): void {
      if (isMaking) return;
      const onError = failed(t`The dashboard was not created`);
      const onSuccess = (body: NewDashboard | null) =>
        body && make.mutate(body, { onSuccess: ({ id }) => open(id), onError });
      prepare.mutate(request, { onSuccess, onError });
    },
    /** Makes a copy of one and opens it. */
    duplicate({ id }: Named): void {
      if (!copy.isPending || copy.variables !== id) copy.mutate(id);
    },
    /** Deletes one, which can be undone from the toast; `leave`: it is open, and its page requests it as long as it is. */
    async remove({ id, name }: Named, { leave = false } = {}): Promise<void> {
      if (leave) {
        await openPage('/dashboard');
        await dashboardClosed(client, id);
      }
      try {
        await remove.mutateAsync(id);
      } catch (error) {
        failed(t`The dashboard was not deleted`)(error instanceof Error ? error : new Error(t`Try again.`));
        return;
      }
      toasts.add({
        kind: 'info',
        title: t`“${name}” deleted`,
        detail: t`You can restore it for 7 days.`,
        action: {
          label: t`Undo`,
          onPress: () => void restore.mutateAsync(id).catch(failed(t`The dashboard was not restored`)),
        },
      });
    },
  };
}
