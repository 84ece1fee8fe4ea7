import type { DeviceVariable, RemovalPreview, VariableSetUp } from '@cyno/contract';
import { useMutation } from '@tanstack/react-query';
import { type SubmitEvent, useId, useState } from 'react';
import { failureText } from '../../../../lib/api/failure-text.ts';
import { useNow } from '../../../../lib/browser/use-now.ts';
import { formatDate, formatDateTime, formatExact } from '../../../../lib/format/format.ts';
import { Button } from '../../../../ui/buttons/button.tsx';
import { TextField } from '../../../../ui/fields/field.tsx';
import { Dialog } from '../../../../ui/overlays/dialog.tsx';
import { useToasts } from '../../../../ui/overlays/toast.tsx';
import './calibration-dialog.css';
import { fetchRemoval, useRetention } from './variable-calls.ts';

const maxDays = 36_500;
const dayMs = 86_400_000;
const daysOf = (days: number): string => `${formatExact(days)} ${days === 1 ? 'day' : 'days'}`;

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
  const [removal, setRemoval] = useState<RemovalPreview | null>(null);
  const { most: max, removesFrom } = retention;
  const wanted = typed.trim() === '' ? null : Number(typed);
  const problem = daysProblem(wanted, max);
  const retain = useRetention(espid);
  const toasts = useToasts();
  const removalPreview = useMutation({ mutationFn: (days: number) => fetchRemoval(espid, variable.key, days) });
  const error = removalPreview.error ?? retain.error;
  const now = useNow(60_000);

  const save = () =>
    retain.mutate(
      { key: variable.key, days: wanted },
      {
        onSuccess() {
          const title = `${variable.label} is kept ${wanted === null ? 'as long as the plan says' : `for ${daysOf(wanted)}`}`;
          toasts.add({ kind: 'success', title });
          onClose();
        },
      },
    );
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (problem !== null) return;
    const isShorter = wanted !== null && wanted < (retention.days ?? max ?? Number.POSITIVE_INFINITY);
    if (!isShorter || removal !== null) save();
    else removalPreview.mutate(wanted, { onSuccess: (found) => (found.values === 0 ? save() : setRemoval(found)) });
  };

  return (
    <Dialog
      title={`How long ${variable.label} is kept`}
      isOpen
      onClose={onClose}
      actions={
        <>
          {removal ? <Button onClick={() => setRemoval(null)}>Back</Button> : <Button onClick={onClose}>Cancel</Button>}
          <Button
            type="submit"
            form={formId}
            variant={removal ? 'danger' : 'primary'}
            busy={retain.isPending || removalPreview.isPending}
            disabled={problem !== null || wanted === retention.days}
          >
            {removal && wanted !== null ? `Keep only ${daysOf(wanted)}` : 'Save'}
          </Button>
        </>
      }
    >
      <form id={formId} className="calibration" onSubmit={submit}>
        {removal && wanted !== null ? (
          <Question removal={removal} days={wanted} from={now + dayMs} />
        ) : (
          <>
            <TextField
              label="Days"
              inputMode="numeric"
              autoComplete="off"
              maxLength={6}
              placeholder="As the plan"
              value={typed}
              error={problem}
              description={
                max === null
                  ? 'Empty: for ever, as the plan keeps everything.'
                  : `Empty: as the plan, ${daysOf(max)} at most.`
              }
              onChange={(event) => setTyped(event.currentTarget.value)}
            />
            <p className="calibration-note">
              Older values of this variable are hidden at once everywhere, and removed for good after a day. Other
              variables are left alone.
            </p>
            {removesFrom !== null && removesFrom > now && (
              <p className="calibration-note">
                Nothing was removed yet: until {formatDateTime(removesFrom)} a longer time brings everything back.
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

function Question({ removal, days, from }: { removal: RemovalPreview; days: number; from: number }) {
  const { values, oldest } = removal;
  return (
    <div role="alert" className="calibration">
      <p>
        About {formatExact(values)} {values === 1 ? 'value is' : 'values are'} older than {daysOf(days)}
        {oldest !== null && `, the oldest of ${formatDate(oldest)}`}. They are hidden at once.
      </p>
      <p>
        In the night after {formatDateTime(from)} they are removed for good. Until then a longer time brings them back.
      </p>
    </div>
  );
}

function daysProblem(days: number | null, max: number | null): string | null {
  if (days === null) return null;
  if (!Number.isInteger(days) || days < 1) return 'Type a whole number of days, or leave it empty.';
  const limit = Math.min(max ?? maxDays, maxDays);
  return days > limit ? `At most ${daysOf(limit)}.` : null;
}
