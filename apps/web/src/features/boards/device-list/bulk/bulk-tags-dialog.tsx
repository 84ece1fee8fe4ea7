import type { Device } from '@cyno/contract';
import { plural, t } from '@lingui/core/macro';
import { type SubmitEvent, useId, useState } from 'react';
import { Button } from '../../../../ui/buttons/button.tsx';
import { TextField } from '../../../../ui/fields/field.tsx';
import { Checkbox } from '../../../../ui/fields/mark.tsx';
import { Dialog } from '../../../../ui/overlays/dialog.tsx';
import '../form-dialog.css';
import type { Bulk } from './use-bulk.ts';

type BulkTagsDialogProps = { chosen: readonly Device[]; bulk: Bulk; onClose: () => void };

/** Gives the chosen devices tags and takes tags away. */
export function BulkTagsDialog({ chosen, bulk, onClose }: BulkTagsDialogProps) {
  const formId = useId();
  const [typed, setTyped] = useState('');
  const [unwanted, setUnwanted] = useState<ReadonlySet<string>>(new Set());
  const counts = new Map<string, number>();
  for (const tag of chosen.flatMap(({ tags }) => tags)) counts.set(tag, (counts.get(tag) ?? 0) + 1);
  const addTags = typed
    .split(',')
    .map((tag) => tag.trim())
    .filter(Boolean);
  const problem = addTags.some((tag) => tag.length > 24) ? t`Use at most 24 characters for a tag.` : null;
  const isEmpty = addTags.length === 0 && unwanted.size === 0;
  const doneText = (count: number) =>
    plural(count, { one: 'Tags of # device changed', other: 'Tags of # devices changed' });
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (isEmpty || problem) return;
    bulk.run({ kind: 'change', addTags, removeTags: [...unwanted] }, doneText, onClose);
  };
  const toggle = (tag: string) => {
    const next = new Set(unwanted);
    if (!next.delete(tag)) next.add(tag);
    setUnwanted(next);
  };
  return (
    <Dialog
      title={plural({ count: chosen.length }, { one: 'Tags of # device', other: 'Tags of # devices' })}
      isOpen
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t`Cancel`}</Button>
          <Button
            type="submit"
            form={formId}
            variant="primary"
            busy={bulk.isPending}
            disabled={isEmpty || problem !== null}
          >
            {t`Save`}
          </Button>
        </>
      }
    >
      <form id={formId} className="form-dialog" onSubmit={submit}>
        <TextField
          label={t`Add tags`}
          placeholder={t`Greenhouse, North side`}
          description={t`Separate tags with commas.`}
          autoComplete="off"
          maxLength={250}
          value={typed}
          error={problem}
          onChange={({ currentTarget }) => setTyped(currentTarget.value)}
        />
        {counts.size > 0 && (
          <fieldset className="form-dialog-checks">
            <legend>{t`Remove tags`}</legend>
            {[...counts]
              .toSorted(([a], [b]) => a.localeCompare(b))
              .map(([tag, count]) => (
                <label key={tag}>
                  <Checkbox checked={unwanted.has(tag)} onChange={() => toggle(tag)} />
                  {tag} <span className="muted num">{count}</span>
                </label>
              ))}
          </fieldset>
        )}
      </form>
    </Dialog>
  );
}
