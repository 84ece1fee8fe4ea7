import type { DeviceVariable, RemovalPreview, VariableSetUp } from '@cyno/contract';
import { plural, t } from '@lingui/core/macro';
import { useMutation } from '@tanstack/react-query';
import { type SubmitEvent, useId, useState } from 'react';
import { failureText } from '../../../../lib/api/failure-text.ts';
import { useNow } from '../../../../lib/browser/use-now.ts';
import { formatDate, formatDateTime } from '../../../../lib/format/format.ts';
import { Button } from '../../../../ui/buttons/button.tsx';
import { TextField } from '../../../../ui/fields/field.tsx';
import { Dialog } from '../../../../ui/overlays/dialog.tsx';
import { useToasts } from '../../../../ui/overlays/toast.tsx';
import './calibration-dialog.css';
import { fetchRemoval, useRetention } from './variable-calls.ts';

const maxDays = 36_500;
const dayMs = 86_400_000;
const daysText = (days: number): string => plural(days, { one: '# day', other: '# days' });

type RetentionDialogProps = {
  espid: string;
  variable: DeviceVariable;
  setUp: VariableSetUp;
  onClose: () => void;
};

/** For how many days a variable is stored; a shorter time is confirmed first, with what it would remove. */
export function RetentionDialog({ espid, variable, setUp: { kept: retention }, onClose }: RetentionDialogProps) {
  const formId = useId();
  const [typed, setTyped] = useState(retention.days === null ? '' : String(retention.days));
  const { most: max, removesFrom } = retention;
  const wanted = typed.trim() === '' ? null : Number(typed);
  const problem = daysProblem(wanted, max);
  const retain = useRetention(espid);
  const toasts = useToasts();
  const removalPreview = useMutation({ mutationFn: (days: number) => fetchRemoval(espid, variable.key, days) });
  const removal = removalPreview.data?.values ? removalPreview.data : null;
  const error = removalPreview.error ?? retain.error;
  const now = useNow(60_000);

  const save = () =>
    retain.mutate(
      { key: variable.key, days: wanted },
      {
        onSuccess() {
          toasts.add({
            kind: 'success',
            title:
              wanted === null
                ? t`${{ label: variable.label }}: stored as long as your plan allows`
                : t`${{ label: variable.label }}: stored for ${{ days: daysText(wanted) }}`,
          });
          onClose();
        },
      },
    );
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (problem !== null) return;
    const isShorter = wanted !== null && wanted < (retention.days ?? max ?? Number.POSITIVE_INFINITY);
    if (!isShorter || removal !== null) save();
    else removalPreview.mutate(wanted, { onSuccess: ({ values }) => values === 0 && save() });
  };

  return (
    <Dialog
      title={t`Storage time of ${{ label: variable.label }}`}
      isOpen
      onClose={onClose}
      actions={
        <>
          {removal ? (
            <Button onClick={removalPreview.reset}>{t`Back`}</Button>
          ) : (
            <Button onClick={onClose}>{t`Cancel`}</Button>
          )}
          <Button
            type="submit"
            form={formId}
            variant={removal ? 'danger' : 'primary'}
            busy={retain.isPending || removalPreview.isPending}
            disabled={problem !== null || wanted === retention.days}
          >
            {removal && wanted !== null ? t`Keep only ${{ days: daysText(wanted) }}` : t`Save`}
          </Button>
        </>
      }
    >
      <form id={formId} className="calibration" onSubmit={submit}>
        {removal && wanted !== null ? (
          <Question removal={removal} from={now + dayMs} />
        ) : (
          <>
            <TextField
              label={t`Days`}
              inputMode="numeric"
              autoComplete="off"
              maxLength={6}
              placeholder={t`Same as plan`}
              value={typed}
              error={problem}
              description={
                max === null ? t`Empty: no limit.` : t`Empty: ${{ days: daysText(max) }}, the limit of your plan.`
              }
              onChange={(event) => {
                setTyped(event.currentTarget.value);
                // What is counted is another number of days.
                removalPreview.reset();
              }}
            />
            <p className="calibration-note">
              {t`Hides older values of this variable now and deletes them after a day.`}
            </p>
            {removesFrom !== null && removesFrom > now && (
              <p className="calibration-note">
                {t`Nothing is deleted yet. Enter more days before ${{ time: formatDateTime(removesFrom) }} to get everything back.`}
              </p>
            )}
          </>
        )}
        {error && (
          <p className="device-settings-error" role="alert">
            {failureText(error)}
          </p>
        )}
      </form>
    </Dialog>
  );
}

function Question({ removal, from }: { removal: RemovalPreview; from: number }) {
  const { values, oldest } = removal;
  return (
    <div role="alert" className="calibration">
      <p>
        {plural(values, {
          one: 'Hides about # value that is older than this limit.',
          other: 'Hides about # values that are older than this limit.',
        })}
        {oldest !== null && ` ${t`The oldest is from ${{ date: formatDate(oldest) }}.`}`}
      </p>
      <p>
        {t`They are deleted in the night after ${{ time: formatDateTime(from) }}. Until then you can get them back with a longer time.`}
      </p>
    </div>
  );
}

function daysProblem(days: number | null, max: number | null): string | null {
  if (days === null) return null;
  if (!Number.isInteger(days) || days < 1) return t`Enter a whole number of days, or leave it empty.`;
  const limit = Math.min(max ?? maxDays, maxDays);
  return days > limit ? t`Enter at most ${{ days: daysText(limit) }}.` : null;
}
