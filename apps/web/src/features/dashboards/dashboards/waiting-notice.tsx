import type { DashboardWaiting } from '@cyno/contract';
import { plural, t } from '@lingui/core/macro';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../lib/api/api-client.ts';
import { failureText } from '../../../lib/api/failure-text.ts';
import { queryKeys } from '../../../lib/api/query-keys.ts';
import { formatList } from '../../../lib/format/format-list.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { useToasts } from '../../../ui/overlays/toast.tsx';
import type { DashboardRef } from './dashboard-ref.ts';
import { useDashboardSource } from './source/use-dashboard-source.ts';

type WaitingNoticeProps = {
  reference: DashboardRef;
  dashboard: { version: number; espids?: readonly string[]; waiting?: DashboardWaiting | undefined };
  isOwn: boolean;
};

/** Shows what of a dashboard others do not get before its owner has confirmed it. */
export function WaitingNotice({ reference, dashboard: { version, espids, waiting }, isOwn }: WaitingNoticeProps) {
  const client = useQueryClient();
  const toasts = useToasts();
  const { devices } = useDashboardSource();
  const confirm = useMutation({
    // What stands on the screen: the server refuses when other devices came meanwhile, and they are shown.
    mutationFn: (): Promise<unknown> =>
      reference.kind === 'account'
        ? call('POST /api/dashboards/:id/confirm', {
            params: { id: reference.id },
            body: { version, espids: espids ?? [] },
          })
        : call('POST /api/device/:espid/dashboard/confirm', { params: { espid: reference.espid }, body: { version } }),
    onSettled: () =>
      Promise.all(
        [queryKeys.accountDashboards(), queryKeys.dashboard()].map((queryKey) =>
          client.invalidateQueries({ queryKey }),
        ),
      ),
    onError: (error) => toasts.add({ kind: 'error', title: t`The change was not saved`, detail: failureText(error) }),
  });
  if (!waiting) return null;
  const nameOf = (espid: string) => devices.find((device) => device.espid === espid)?.name ?? espid;
  // What others do not get yet they need not know by its id either.
  const text = waitingText(waiting, isOwn ? nameOf : null);
  return (
    <p className="dashboard-offer" role="status">
      <span>
        {isOwn
          ? t`Added since you last saved: ${text}. Other people and public links do not show this until you confirm.`
          : t`Waiting for the owner to confirm: ${text}. Other people do not see this until then.`}
      </span>
      {isOwn && (
        <Button size="small" busy={confirm.isPending} onClick={() => confirm.mutate()}>
          {t`Let others see it`}
        </Button>
      )}
    </p>
  );
}

/** So many devices are named. */
const maxNamed = 10;

function waitingText({ widgets, devices }: DashboardWaiting, nameOf: ((espid: string) => string) | null): string {
  const names = nameOf ? devices.slice(0, maxNamed).map(nameOf) : [];
  const named = [...names, ...(devices.length > maxNamed ? ['…'] : [])].join(', ');
  const count = plural({ count: devices.length }, { one: '# device', other: '# devices' });
  const parts = [
    ...(widgets.length > 0 ? [plural({ count: widgets.length }, { one: '# widget', other: '# widgets' })] : []),
    ...(devices.length > 0 ? [nameOf ? `${count} (${named})` : count] : []),
  ];
  return formatList(parts);
}
