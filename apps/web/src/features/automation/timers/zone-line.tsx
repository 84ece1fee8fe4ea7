import { t } from '@lingui/core/macro';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { failureText } from '../../../lib/api/failure-text.ts';
import { queryKeys } from '../../../lib/api/query-keys.ts';
import { useStoredChoice } from '../../../lib/browser/use-stored-choice.ts';
import { isOwnZone, ownZone } from '../../../lib/format/time-zones.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { useToasts } from '../../../ui/overlays/toast.tsx';
import { profileQuery, updateProfile } from '../../people/accounts/index.ts';

type ZoneLineProps = { timeZone: string; used: number; allowed: number | null };

/** Which clock the automations follow, and how many of them the plan has room for. */
export function ZoneLine({ timeZone, used, allowed }: ZoneLineProps) {
  return (
    <div>
      <p className="automation-zone">
        {t`Times are in ${timeZone}.`} {allowed !== null && t`${used} of ${allowed} automations used.`}
      </p>
      <ZoneQuestion timeZone={timeZone} />
    </div>
  );
}

/** Offers who is in another time zone than their account to move the account. */
function ZoneQuestion({ timeZone }: { timeZone: string }) {
  const client = useQueryClient();
  const toasts = useToasts();
  const zone = useQuery(profileQuery).data?.timeZone ?? null;
  const question = `${zone} ${ownZone()}`;
  const [dismissed, setDismissed] = useStoredChoice('timeZoneKept', ['', question]);
  const change = useMutation({
    mutationFn: () => updateProfile({ timeZone: ownZone() }),
    onSuccess(profile) {
      client.setQueryData(profileQuery.queryKey, profile);
      void client.invalidateQueries({ queryKey: queryKeys.automation() });
    },
    onError: (error) => toasts.add({ kind: 'error', title: t`Time zone not changed`, detail: failureText(error) }),
  });
  // A device may follow another clock than its account: its own, or that of its owner.
  if (zone !== timeZone || isOwnZone(zone) || dismissed === question) return null;
  return (
    <p className="automation-zone" role="status">
      {t`This browser is in ${{ here: ownZone() }}. Timers follow the time zone of your account.`}{' '}
      <Button size="small" busy={change.isPending} onClick={() => change.mutate()}>
        {t`Use ${{ zone: ownZone() }}`}
      </Button>{' '}
      <Button size="small" variant="ghost" onClick={() => setDismissed(question)}>
        {t`Keep ${{ zone }}`}
      </Button>
    </p>
  );
}
