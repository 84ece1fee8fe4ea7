import type { Profile } from '@cyno/contract';
import { t } from '@lingui/core/macro';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { SectionCard } from '../../../../ui/cards/section-card.tsx';
import { Switch } from '../../../../ui/fields/switch.tsx';
import { failureText } from '../account-calls.ts';
import { FormNote } from '../form-note.tsx';
import { updateProfile } from '../profile-calls.ts';
import { profileQuery } from '../profile-query.ts';

/** Whether the boards of the account send the times of their measurements. */
export function BoardTimesCard({ profile: { boardsSendTimes } }: { profile: Profile }) {
  const client = useQueryClient();
  const save = useMutation({
    mutationFn: (wanted: boolean) => updateProfile({ boardsSendTimes: wanted }),
    onSuccess: (profile) => client.setQueryData(profileQuery.queryKey, profile),
  });
  return (
    <SectionCard
      id="boards"
      title={t`Boards`}
      description={t`For boards that store measurements while offline and send them later. Turn this off if ts is one of your variables.`}
    >
      {save.isError && <FormNote kind="error">{failureText(save.error)}</FormNote>}
      <Switch
        label={t`My boards send the time of each message as ts`}
        checked={boardsSendTimes}
        busy={save.isPending}
        onChange={(wanted) => save.mutate(wanted)}
      />
    </SectionCard>
  );
}
