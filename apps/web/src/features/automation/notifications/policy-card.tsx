import type { Contact, EscalationPerson, NotificationPolicy, NotificationSeverity } from '@cyno/contract';
import { t } from '@lingui/core/macro';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type SubmitEvent, Suspense, useState } from 'react';
import { failureText } from '../../../lib/api/failure-text.ts';
import { useUnsavedChanges } from '../../../lib/browser/unsaved-changes.ts';
import { useDisplaySettings } from '../../../lib/format/display-settings.ts';
import { ownZone } from '../../../lib/format/time-zones.ts';
import { lazy } from '../../../lib/language/lazy.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { SectionCard, SectionError, SectionSkeleton } from '../../../ui/cards/section-card.tsx';
import { Skeleton } from '../../../ui/cards/skeleton.tsx';
import { SelectField } from '../../../ui/fields/select-field.tsx';
import { Switch } from '../../../ui/fields/switch.tsx';
import { useToasts } from '../../../ui/overlays/toast.tsx';
import { FormNote } from '../../../ui/status/form-note.tsx';
import { ContactSwitches, EscalationFields } from './escalation-fields.tsx';
import { NamedBy } from './named-by.tsx';
import { contactsQuery, peopleQuery, policyQuery, savePolicy } from './notification-calls.ts';
import './notifications.css';
import type { Quiet } from './quiet-times.tsx';

// Most have no quiet hours, and fields of times are large.
const QuietTimes = lazy(async () => ({ default: (await import('./quiet-times.tsx')).QuietTimes }));

/** How one is notified of each severity, and when not. */
export function PolicyCard() {
  const policy = useQuery(policyQuery);
  const contacts = useQuery(contactsQuery);
  const people = useQuery(peopleQuery);
  const error = policy.error ?? contacts.error ?? people.error;
  const isLoaded = Boolean(policy.data && contacts.data && people.data);
  return (
    <SectionCard
      id="notification-policy"
      title={t`When to notify you`}
      description={t`For each severity: where messages go, and how often until someone acknowledges the alert.`}
    >
      {policy.data && contacts.data && people.data && (
        <>
          <PolicyForm saved={policy.data} contacts={contacts.data.contacts} people={people.data.people} />
          <NamedBy namings={people.data.namedBy} />
        </>
      )}
      {!isLoaded && error && (
        <SectionError onRetry={() => void Promise.all([policy.refetch(), contacts.refetch(), people.refetch()])}>
          {t`Your settings did not load. ${{ reason: failureText(error) }}`}
        </SectionError>
      )}
      {!isLoaded && !error && <SectionSkeleton rows={3} />}
    </SectionCard>
  );
}

const severities = (): readonly { id: NotificationSeverity; label: string }[] => [
  { id: 'critical', label: t`Critical` },
  { id: 'warning', label: t`Warning` },
  { id: 'info', label: t`Info` },
];

type PolicyFormProps = {
  saved: NotificationPolicy;
  contacts: readonly Contact[];
  people: readonly EscalationPerson[];
};

function PolicyForm({ saved, contacts, people }: PolicyFormProps) {
  const queryClient = useQueryClient();
  const toasts = useToasts();
  const [changes, setChanges] = useState<Partial<NotificationPolicy>>({});
  const [problem, setProblem] = useState<string>();
  const [busy, setBusy] = useState(false);
  const known = withKnown(saved, contacts, people);
  const policy = { ...known, ...changes };
  const changed = JSON.stringify(policy) !== JSON.stringify(known);
  useUnsavedChanges(changed);
  const change = (patch: Partial<NotificationPolicy>) => setChanges({ ...changes, ...patch });

  const save = async (event: SubmitEvent) => {
    event.preventDefault();
    if (busy || !changed) return;
    setBusy(true);
    setProblem(undefined);
    try {
      queryClient.setQueryData(policyQuery.queryKey, await savePolicy(withKnown(policy, contacts, people)));
      await queryClient.invalidateQueries({ queryKey: peopleQuery.queryKey });
      // What was changed while it was saved is not saved yet.
      setChanges((now) => (now === changes ? {} : now));
      toasts.add({ kind: 'success', title: t`Notifications saved` });
    } catch (error) {
      setProblem(failureText(error));
    } finally {
      setBusy(false);
    }
  };

  const discard = () => {
    setChanges({});
    setProblem(undefined);
  };

  return (
    <form className="policy-form" noValidate onSubmit={(event) => void save(event)}>
      {problem && <FormNote kind="error">{problem}</FormNote>}
      {severities().map(({ id, label }) => (
        <SeverityFields
          key={id}
          label={label}
          value={policy[id]}
          contacts={contacts}
          people={people}
          onChange={(value) => change({ [id]: value })}
        />
      ))}
      <QuietFields quiet={policy.quiet} onChange={(quiet) => change({ quiet })} />
      <div className="section-actions">
        <Button type="submit" variant="primary" busy={busy} disabled={!changed}>
          {t`Save`}
        </Button>
        {changed && !busy && (
          <Button variant="ghost" onClick={discard}>
            {t`Discard`}
          </Button>
        )}
      </div>
    </form>
  );
}

/**
 * The policy as the server follows it: a contact that was removed since it was chosen is chosen no more, and where none is left all are. A person who
 * is gone is named no more.
 */
function withKnown(
  policy: NotificationPolicy,
  contacts: readonly Contact[],
  people: readonly EscalationPerson[],
): NotificationPolicy {
  const targets = [...contacts, ...people].map(({ id }) => id);
  const known = (value: SeverityPolicy): SeverityPolicy => {
    const present = (ids: readonly string[]) => ids.filter((id) => targets.includes(id));
    const chosen = value.contacts === 'all' ? 'all' : present(value.contacts);
    const steps = value.escalations.map((step) => {
      const left = present(step.contacts);
      const isContactGone = left.length === 0 && step.contacts.some((id) => !id.startsWith('person-'));
      return { ...step, contacts: isContactGone ? contacts.map(({ id }) => id) : left };
    });
    return {
      ...value,
      contacts: chosen.length === 0 && value.contacts.length > 0 ? 'all' : chosen,
      escalations: steps.filter((step) => step.contacts.length > 0),
    };
  };
  return { ...policy, info: known(policy.info), warning: known(policy.warning), critical: known(policy.critical) };
}

type SeverityPolicy = NotificationPolicy['info'];
const targets = () =>
  [
    { id: 'all', label: t`All contacts` },
    { id: 'some', label: t`Some contacts` },
    { id: 'none', label: t`In the app only` },
  ] as const;
const repetitions = () =>
  [
    { id: 'once', label: t`Once` },
    { id: '5', label: t`Every 5 minutes until acknowledged` },
    { id: '15', label: t`Every 15 minutes until acknowledged` },
    { id: '30', label: t`Every 30 minutes until acknowledged` },
    { id: '60', label: t`Every hour until acknowledged` },
  ] as const;

type SeverityFieldsProps = {
  label: string;
  value: SeverityPolicy;
  contacts: readonly Contact[];
  people: readonly EscalationPerson[];
  onChange: (value: SeverityPolicy) => void;
};

function SeverityFields({ label, value, contacts, people, onChange }: SeverityFieldsProps) {
  const { contacts: chosen, repeatMinutes } = value;
  const target = chosen === 'all' ? 'all' : chosen.length > 0 ? 'some' : 'none';
  const everyone = contacts.map(({ id }) => id);
  const choose = (id: 'all' | 'some' | 'none') =>
    onChange({ ...value, contacts: id === 'all' ? 'all' : id === 'some' ? everyone : [] });
  return (
    <fieldset className="policy-severity">
      <legend>{label}</legend>
      <div className="policy-choices">
        <SelectField label={t`Where: ${label}`} hideLabel options={targets()} value={target} onChange={choose} />
        {target !== 'none' && (
          <SelectField
            label={t`How often: ${label}`}
            hideLabel
            options={repetitions()}
            value={repetitions().find(({ id }) => id === String(repeatMinutes ?? 'once'))?.id ?? null}
            placeholder={t`Every ${{ minutes: repeatMinutes ?? 0 }} minutes until acknowledged`}
            onChange={(id) => onChange({ ...value, repeatMinutes: id === 'once' ? null : Number(id) })}
          />
        )}
      </div>
      {chosen !== 'all' && chosen.length > 0 && (
        <ContactSwitches
          contacts={contacts}
          chosen={chosen}
          onChange={(ids) => onChange({ ...value, contacts: ids })}
        />
      )}
      <EscalationFields value={value} contacts={contacts} people={people} onChange={onChange} />
    </fieldset>
  );
}

const usualNight: Quiet = { from: 22 * 60, to: 6 * 60, criticalBreaks: true };

function QuietFields({ quiet, onChange }: { quiet: Quiet | null; onChange: (quiet: Quiet | null) => void }) {
  const timeZone = useDisplaySettings().timeZone ?? ownZone();
  return (
    <fieldset className="policy-severity">
      <legend>{t`Quiet hours`}</legend>
      <Switch
        label={t`Hold messages during these hours (${timeZone})`}
        checked={quiet !== null}
        onChange={(on) => onChange(on ? usualNight : null)}
      />
      {quiet && (
        <>
          <Suspense fallback={<Skeleton width={150} height={36} />}>
            <QuietTimes quiet={quiet} onChange={onChange} />
          </Suspense>
          <Switch
            label={t`Send critical messages immediately`}
            checked={quiet.criticalBreaks}
            onChange={(criticalBreaks) => onChange({ ...quiet, criticalBreaks })}
          />
        </>
      )}
    </fieldset>
  );
}
