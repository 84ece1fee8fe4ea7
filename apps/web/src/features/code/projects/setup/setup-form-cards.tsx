import { t } from '@lingui/core/macro';
import { isLoopback } from '../../../../lib/browser/board-host.ts';
import { Card } from '../../../../ui/cards/card.tsx';
import { TextField } from '../../../../ui/fields/field.tsx';
import { Segmented } from '../../../../ui/fields/segmented.tsx';
import type { Editing } from '../use-project-form.ts';
import { BoardPicker } from './board-picker.tsx';
import { BudgetBar } from './budget-bar.tsx';
import type { Problems } from './check-setup.ts';
import { KitFacts } from './kit-facts.tsx';
import { KitPicker } from './kit-picker.tsx';
import { OwnEditor } from './own-editor.tsx';

const types = () =>
  [
    { id: 'kit', label: t`Sensor kit` },
    { id: 'own', label: t`Own setup` },
  ] as const;

/** The set-up to fill in: name, board and host, then a kit or one's own variables, outputs and events. */
export function SetupFormCards({ editing, problems }: { editing: Editing; problems: Problems }) {
  const { form, catalog, board, kit, change } = editing;
  return (
    <>
      <Card className="project-card" aria-label={t`Board`}>
        <TextField
          label={t`Project name`}
          maxLength={60}
          autoComplete="off"
          placeholder={t`Greenhouse north`}
          value={form.name}
          error={editing.nameProblem ?? problems.name}
          onChange={(event) => change({ name: event.currentTarget.value })}
        />
        <BoardPicker boards={catalog.boards} value={form.board} onChange={(id) => change({ board: id })} />
        <HostField host={form.host} error={problems.host} onChange={(host) => change({ host })} />
      </Card>
      <Card className="project-card" aria-label={t`Function`}>
        <div className="project-type">
          <h2>{t`Function`}</h2>
          <Segmented label={t`Function`} options={types()} value={form.type} onChange={(type) => change({ type })} />
        </div>
        {form.type === 'kit' ? (
          <>
            <KitPicker
              kits={catalog.kits}
              board={board}
              value={form.kit}
              error={problems.kit}
              onChange={(id) => change({ kit: id })}
            />
            {kit && <KitFacts kit={kit} />}
            {kit && <BudgetBar budget={kit.budget} problem={undefined} />}
          </>
        ) : (
          <OwnEditor editing={editing} problems={problems} />
        )}
      </Card>
    </>
  );
}

type HostFieldProps = { host: string; error: string | undefined; onChange: (host: string) => void };

function HostField({ host, error, onChange }: HostFieldProps) {
  const typed = host.trim();
  return (
    <TextField
      label={t`Server address for boards`}
      spellCheck={false}
      autoCapitalize="none"
      autoComplete="off"
      value={host}
      error={error}
      onChange={(event) => onChange(event.currentTarget.value)}
      description={
        isLoopback(typed) && (
          <span className="project-warning">
            {t`Boards cannot reach ${typed}. Enter the address of this server in your network, such as 192.168.1.10.`}
          </span>
        )
      }
    />
  );
}
