import type { DateFormat, Profile, ProfilePatch } from '@cyno/contract';
import { type Language, languageCodes, languageNames } from '@cyno/contract/languages';
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useQueryClient } from '@tanstack/react-query';
import { type SubmitEvent, useMemo, useState } from 'react';
import { ApiError } from '../../../../lib/api/api-client.ts';
import { useUnsavedChanges, whenSaved } from '../../../../lib/browser/unsaved-changes.ts';
import { useNow } from '../../../../lib/browser/use-now.ts';
import { usualDateFormat } from '../../../../lib/format/display-settings.ts';
import { formatDate, formatDateTime } from '../../../../lib/format/format.ts';
import { chooseLanguage, currentLanguage } from '../../../../lib/language/language.ts';
import { Button } from '../../../../ui/buttons/button.tsx';
import { SectionCard } from '../../../../ui/cards/section-card.tsx';
import { ComboField } from '../../../../ui/fields/combo-field.tsx';
import { TextField } from '../../../../ui/fields/field.tsx';
import { SelectField } from '../../../../ui/fields/select-field.tsx';
import { useToasts } from '../../../../ui/overlays/toast.tsx';
import { failureText } from '../account-calls.ts';
import { FormNote } from '../form-note.tsx';
import { updateProfile } from '../profile-calls.ts';
import { profileQuery } from '../profile-query.ts';
import './profile-form.css';
import { browserZone, ownZone, timeZoneOptions } from '../../../../lib/format/time-zones.ts';

type Fields = { name: string; timeZone: string; dateFormat: DateFormat; language: Language };

const dateFormats = (): readonly { id: DateFormat; detail: string }[] => [
  { id: 'mm/dd/yy', detail: 'mm/dd/yyyy' },
  { id: 'dd/mm/yy', detail: 'dd/mm/yyyy' },
  { id: 'dd/mm/be', detail: t`Buddhist era` },
  { id: 'yyyy-mm-dd', detail: 'yyyy-mm-dd' },
];
const languages = languageCodes.map((id) => ({ id, label: languageNames[id] }));

/** How the account is called, how it is displayed and where its notifications go. */
export function ProfileCard({ profile }: { profile: Profile }) {
  const queryClient = useQueryClient();
  const toasts = useToasts();
  const [changes, setChanges] = useState<Partial<Fields>>({});
  const [problem, setProblem] = useState<{ name?: string; form?: string }>({});
  const [busy, setBusy] = useState(false);
  const saved = fieldsOf(profile);
  const fields = { ...saved, ...changes };
  const changed = keysOf(fields).some((key) => fields[key] !== saved[key]);
  useUnsavedChanges(changed);
  const change = (patch: Partial<Fields>) => setChanges((now) => ({ ...now, ...patch }));

  const save = async (event: SubmitEvent) => {
    event.preventDefault();
    if (busy || !changed) return;
    setBusy(true);
    setProblem({});
    try {
      queryClient.setQueryData(
        profileQuery.queryKey,
        await updateProfile(patchOf({ ...neverSaved(profile), ...changes })),
      );
      // What was typed meanwhile stays.
      setChanges((now) => unsent(now, changes));
      const report = () => toasts.add({ kind: 'success', title: t`Profile saved`, key: 'profile' });
      report();
      // Another language draws the page again, with the other forms on it.
      if (fields.language !== currentLanguage()) {
        whenSaved(() => void chooseLanguage(fields.language).then(report));
      }
    } catch (error) {
      const name = error instanceof ApiError ? error.fields.name : undefined;
      setProblem(name ? { name } : { form: failureText(error) });
    } finally {
      setBusy(false);
    }
  };

  const discard = () => {
    setChanges({});
    setProblem({});
  };

  return (
    <SectionCard id="profile" title={t`Profile`} description={t`Your name, language, time zone and date format.`}>
      <form className="profile-form" noValidate onSubmit={(event) => void save(event)}>
        {problem.form && <FormNote kind="error">{problem.form}</FormNote>}
        <TextField
          label={t`Name`}
          autoComplete="name"
          maxLength={64}
          value={fields.name}
          error={problem.name}
          onChange={(event) => change({ name: event.currentTarget.value })}
        />
        <InstantFields fields={fields} onChange={change} />
        <SelectField
          size="large"
          label={t`Language`}
          options={languages}
          value={fields.language}
          onChange={(language) => change({ language })}
        />
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
    </SectionCard>
  );
}

type InstantFieldsProps = { fields: Fields; onChange: (patch: Partial<Fields>) => void };

/** The zone and the format of instants, with what they make of this moment. */
function InstantFields({ fields, onChange }: InstantFieldsProps) {
  const [openedAt] = useState(Date.now);
  const zones = useMemo(() => timeZoneOptions(openedAt), [openedAt]);
  const timeZone = fields.timeZone === browserZone ? ownZone() : fields.timeZone;
  return (
    <>
      <ComboField
        label={t`Time zone`}
        options={zones}
        value={fields.timeZone}
        nothing={t`No time zone with this name. Try the nearest large city.`}
        onChange={(zone) => onChange({ timeZone: zone })}
      />
      <SelectField
        size="large"
        label={t`Dates`}
        options={dateFormats().map(({ id, detail }) => ({
          id,
          label: formatDate(openedAt, timeZone, id),
          detail,
        }))}
        value={fields.dateFormat}
        onChange={(dateFormat) => onChange({ dateFormat })}
      />
      <Now timeZone={timeZone} dateFormat={fields.dateFormat} />
    </>
  );
}

// Apart from the fields, so that each second draws this line only and not the long list of zones.
function Now({ timeZone, dateFormat }: { timeZone: string; dateFormat: DateFormat }) {
  const now = formatDateTime(useNow(), { timeZone, dateFormat, seconds: true });
  return (
    <p className="profile-now">
      <Trans>
        Now it is <b className="num">{now}</b>. Weeks start on Sunday.
      </Trans>
    </p>
  );
}

const keysOf = (fields: Partial<Fields>) => Object.keys(fields) as (keyof Fields)[];

function fieldsOf({ name, timeZone, dateFormat, language }: Profile): Fields {
  return {
    name: name ?? '',
    timeZone: timeZone ?? ownZone(),
    dateFormat: dateFormat ?? usualDateFormat(),
    language: language ?? currentLanguage(),
  };
}

/** What the form shows although nothing is stored: mails and messages have nothing to go by without it. */
function neverSaved(profile: Profile): Partial<Fields> {
  const { timeZone, dateFormat, language } = fieldsOf(profile);
  return {
    ...(profile.timeZone === null && { timeZone }),
    ...(profile.dateFormat === null && { dateFormat }),
    ...(profile.language === null && { language }),
  };
}

/** Only what was changed: the profile that this page has may be an old one. */
function patchOf({ name, timeZone, ...others }: Partial<Fields>): ProfilePatch {
  return {
    ...others,
    ...(name !== undefined && { name: name.trim() || null }),
    ...(timeZone !== undefined && { timeZone: timeZone === browserZone ? ownZone() : timeZone }),
  };
}

function unsent(changes: Partial<Fields>, sent: Partial<Fields>): Partial<Fields> {
  const left = { ...changes };
  for (const key of keysOf(sent)) if (left[key] === sent[key]) delete left[key];
  return left;
}
