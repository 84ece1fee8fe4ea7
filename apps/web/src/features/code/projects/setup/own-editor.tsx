import type { SketchKit } from '@cyno/contract';
import { t } from '@lingui/core/macro';
import { useId } from 'react';
import { TextField } from '../../../../ui/fields/field.tsx';
import { Switch } from '../../../../ui/fields/switch.tsx';
import { BudgetBar } from './budget-bar.tsx';
import type { Problems } from './check-setup.ts';
import { EventRows } from './event-rows.tsx';
import { budgetOf } from './message-budget.ts';
import { OutputRows } from './output-rows.tsx';
import './own-rows.css';
import type { Editing } from '../use-project-form.ts';
import type { OwnForm } from './setup-form.ts';
import { VariableRows } from './variable-rows.tsx';

/** A set-up of one's own: what the sketch sends, which pins the page switches, and what it listens to. */
export function OwnEditor({ editing, problems }: { editing: Editing; problems: Problems }) {
  const { form, catalog, board, changeOwn } = editing;
  const { own } = form;
  return (
    <div className="own">
      <VariableRows rows={own.variables} problems={problems} onChange={(variables) => changeOwn({ variables })} />
      <BudgetBar budget={budgetOf(own.variables)} problem={problems.variables} />
      <OutputRows rows={own.outputs} board={board} problems={problems} onChange={(outputs) => changeOwn({ outputs })} />
      <EventRows rows={own.events} problems={problems} onChange={(events) => changeOwn({ events })} />
      <SendingFields own={own} kits={catalog.kits} problems={problems} onChange={changeOwn} />
    </div>
  );
}

type SendingFieldsProps = {
  own: OwnForm;
  kits: readonly SketchKit[];
  problems: Problems;
  onChange: (patch: Partial<OwnForm>) => void;
};

/** How often it sends, and what it calls itself. */
function SendingFields({ own: { intervalS, template }, kits, problems, onChange }: SendingFieldsProps) {
  return (
    <section className="own-part" aria-label={t`Sending`}>
      <div className="own-head">
        <h3>{t`Sending`}</h3>
      </div>
      <div className="own-sending">
        <TextField
          label={t`Interval in seconds`}
          inputMode="numeric"
          value={intervalS}
          error={problems.intervalS}
          onChange={(event) => onChange({ intervalS: event.currentTarget.value })}
        />
      </div>
      <Switch
        label={t`Use a dashboard template`}
        checked={template !== null}
        onChange={(on) => onChange({ template: on ? { name: 'my_board', version: '1' } : null })}
      />
      {template && (
        <TemplateFields
          template={template}
          known={[...new Set(kits.flatMap((kit) => kit.template?.name ?? []))]}
          problems={problems}
          onChange={(patch) => onChange({ template: { ...template, ...patch } })}
        />
      )}
    </section>
  );
}

type TemplateFieldsProps = {
  template: NonNullable<OwnForm['template']>;
  /** Names that kits announce. */
  known: readonly string[];
  problems: Problems;
  onChange: (patch: Partial<NonNullable<OwnForm['template']>>) => void;
};

function TemplateFields({ template, known, problems, onChange }: TemplateFieldsProps) {
  const knownId = useId();
  return (
    <div className="own-sending">
      <TextField
        label={t`Template name`}
        maxLength={32}
        spellCheck={false}
        autoCapitalize="none"
        autoComplete="off"
        list={knownId}
        value={template.name}
        error={problems['template.name']}
        onChange={(event) => onChange({ name: event.currentTarget.value })}
      />
      <TextField
        label={t`Version (0 to 255)`}
        inputMode="numeric"
        value={template.version}
        error={problems['template.version']}
        onChange={(event) => onChange({ version: event.currentTarget.value })}
      />
      <datalist id={knownId}>
        {known.map((name) => (
          <option key={name} value={name} />
        ))}
      </datalist>
    </div>
  );
}
