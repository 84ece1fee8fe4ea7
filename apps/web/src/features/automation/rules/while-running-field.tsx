import type { WhileRunning } from '@cyno/contract';
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { SelectField } from '../../../ui/fields/select-field.tsx';
import { type Draft, Line } from '../definitions/index.ts';

const options = (): readonly { id: WhileRunning; label: string }[] => [
  { id: 'restart', label: t`start over` },
  { id: 'ignore', label: t`ignore it` },
  { id: 'queue', label: t`run it afterwards` },
];

type WhileRunningFieldProps = {
  draft: Pick<Draft, 'kind' | 'next' | 'otherwise' | 'whileRunning'>;
  onChange: (change: Partial<Draft>) => void;
};

/** What a further start does while steps of an earlier one still wait; nothing where there are no steps. */
export function WhileRunningField({ draft, onChange }: WhileRunningFieldProps) {
  const { kind, next, otherwise, whileRunning } = draft;
  if (next.length === 0 && (kind === 'timer' || otherwise.length === 0)) return null;
  return (
    <Line
      label={t`If it starts again while running`}
      hint={whileRunning === 'queue' ? t`At most ten starts wait; further ones are skipped.` : null}
    >
      <Trans>
        if it starts again while running,{' '}
        <SelectField
          label={t`If it starts again while running`}
          hideLabel
          options={options()}
          value={whileRunning}
          onChange={(chosen) => onChange({ whileRunning: chosen })}
        />
      </Trans>
    </Line>
  );
}
