import type { WhileRunning } from '@cyno/contract';
import { SelectField } from '../../../ui/fields/select-field.tsx';
import { type Draft, Line } from '../definitions/index.ts';

const options = [
  { id: 'restart', label: 'start over' },
  { id: 'ignore', label: 'ignore that' },
  { id: 'queue', label: 'do it afterwards' },
] as const satisfies readonly { id: WhileRunning; label: string }[];
const hints: Record<WhileRunning, string | null> = {
  restart: null,
  ignore: null,
  queue: 'At most ten starts wait for their turn; what comes then is left out.',
};

type WhileRunningFieldProps = {
  draft: Pick<Draft, 'kind' | 'next' | 'otherwise' | 'whileRunning'>;
  onChange: (change: Partial<Draft>) => void;
};

/** What a further start does while steps of an earlier one still wait; nothing where there are no steps. */
export function WhileRunningField({ draft, onChange }: WhileRunningFieldProps) {
  const { kind, next, otherwise, whileRunning } = draft;
  if (next.length === 0 && (kind === 'timer' || otherwise.length === 0)) return null;
  return (
    <Line label="If it starts again meanwhile" hint={hints[whileRunning]}>
      <span>if it starts again meanwhile,</span>
      <SelectField
        label="If it starts again meanwhile"
        hideLabel
        options={options}
        value={whileRunning}
        onChange={(chosen) => onChange({ whileRunning: chosen })}
      />
    </Line>
  );
}
