import type { Contact, Escalation, EscalationPerson, NotificationPolicy } from '@cyno/contract';
import { plural, t } from '@lingui/core/macro';
import { SelectField } from '../../../ui/fields/select-field.tsx';
import { Switch } from '../../../ui/fields/switch.tsx';
import './notifications.css';
import { contactLabel } from './services.ts';

type SeverityPolicy = NotificationPolicy['info'];

const escalationTimes = () =>
  [
    { minutes: 5, label: t`Others after 5 minutes` },
    { minutes: 15, label: t`Others after 15 minutes` },
    { minutes: 30, label: t`Others after 30 minutes` },
    { minutes: 60, label: t`Others after an hour` },
    { minutes: 120, label: t`Others after 2 hours` },
    { minutes: 240, label: t`Others after 4 hours` },
  ] as const;
const stepLabels = () => [t`If nobody acknowledges it`, t`If still nobody acknowledges it`, t`If nobody does then`];

type EscalationFieldsProps = {
  value: SeverityPolicy;
  contacts: readonly Contact[];
  people: readonly EscalationPerson[];
  onChange: (value: SeverityPolicy) => void;
};

/**
 * Who else is notified of what nobody acknowledges: a neighbour by a further address, or somebody with whom a device is shared. In steps, each
 * after the one before.
 */
export function EscalationFields({ value, contacts, people, onChange }: EscalationFieldsProps) {
  const { escalations, contacts: chosen } = value;
  const named = escalations.flatMap((step) => step.contacts);
  // All contacts hear of it at once: only people are left.
  const steps = { contacts: chosen === 'all' ? contacts.filter(({ id }) => named.includes(id)) : contacts, people };
  const targets = [...steps.contacts, ...people.filter(isReachable)].map(({ id }) => id);
  const others = targets.filter((id) => chosen === 'all' || !chosen.includes(id));
  if (others.length === 0 && escalations.length === 0) return null;
  const next = others.find((id) => !named.includes(id)) ?? others[0];
  const put = (index: number, ...changed: Escalation[]) =>
    onChange({ ...value, escalations: escalations.toSpliced(index, 1, ...changed) });
  return stepLabels()
    .slice(0, escalations.length + 1)
    .map((label, index) => {
      const step = escalations[index];
      const after = escalations[index - 1]?.afterMinutes ?? 0;
      const before = escalations[index + 1]?.afterMinutes ?? Infinity;
      const times = escalationTimes().filter(({ minutes }) => minutes > after && minutes < before);
      const options = [
        { id: 'never', label: t`Nobody else` },
        ...times.map((time) => ({ id: String(time.minutes), label: time.label })),
      ];
      if (!step && (!next || times.length === 0)) return null;
      return (
        <fieldset key={label} className="policy-step" aria-label={label}>
          <div className="policy-choices">
            <SelectField
              label={label}
              options={options}
              value={options.find(({ id }) => id === String(step?.afterMinutes ?? 'never'))?.id ?? null}
              placeholder={t`Others after ${{ minutes: step?.afterMinutes ?? 0 }} minutes`}
              onChange={(id) => {
                if (id === 'never') put(index);
                else put(index, { contacts: step?.contacts ?? (next ? [next] : []), afterMinutes: Number(id) });
              }}
            />
          </div>
          {step && (
            <ContactSwitches
              {...steps}
              chosen={step.contacts}
              onChange={(ids) => (ids.length > 0 ? put(index, { ...step, contacts: ids }) : put(index))}
            />
          )}
        </fieldset>
      );
    });
}

type ContactSwitchesProps = {
  contacts: readonly Contact[];
  people?: readonly EscalationPerson[];
  chosen: readonly string[];
  onChange: (chosen: string[]) => void;
};

/** A switch for each place where messages may go, and below them for each person. */
export function ContactSwitches({ contacts, people = [], chosen, onChange }: ContactSwitchesProps) {
  const offered = people.filter((person) => isReachable(person) || chosen.includes(person.id));
  const of = (id: string, label: string) => (
    <Switch
      key={id}
      label={label}
      checked={chosen.includes(id)}
      onChange={(on) => onChange(on ? [...chosen, id] : chosen.filter((one) => one !== id))}
    />
  );
  return (
    <div className="policy-contacts">
      {contacts.map((contact) => of(contact.id, contactLabel(contact)))}
      {offered.length > 0 && (
        <p className="policy-people">{t`People you share devices with. Each hears only of those devices, by their own channels and quiet hours.`}</p>
      )}
      {offered.map((person) => of(person.id, `${person.name} · ${standing(person)}`))}
    </div>
  );
}

const isReachable = ({ devices, declined }: EscalationPerson): boolean => devices > 0 && !declined;

/** What a person would hear of, or why they hear of nothing. */
function standing({ devices, declined }: EscalationPerson): string {
  if (devices === 0) return t`nothing is shared with them any more`;
  if (declined) return t`declined`;
  return plural(devices, { one: '# device', other: '# devices' });
}
