import type { Profile } from '@cyno/contract';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type SubmitEvent, useState } from 'react';
import { api, hasFields } from '../../lib/api-client.ts';
import { profileQuery } from '../../lib/profile-query.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { TextField } from '../../ui/field.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { ErrorState } from '../../ui/states.tsx';
import { useToasts } from '../../ui/toast.tsx';
import { failureText } from './account-calls.ts';
import './profile-page.css';

/** `/profile`: how the account is called and how times are shown. */
export function ProfilePage() {
  const { data, error, refetch } = useQuery(profileQuery);
  return (
    <>
      <PageHead title="Profile">Your name and how dates and times are shown to you.</PageHead>
      {data && <ProfileForm profile={data} />}
      {!data && error && (
        <ErrorState title="Your profile did not load" onRetry={() => void refetch()}>
          {failureText(error)}
        </ErrorState>
      )}
      {!data && !error && <Skeleton height={380} className="profile-skeleton" />}
    </>
  );
}

const browserZone = new Intl.DateTimeFormat().resolvedOptions().timeZone;
const asBrowser = 'browser';
const zones = [
  { id: asBrowser, label: `As this browser (${browserZone})` },
  ...Intl.supportedValuesOf('timeZone').map((zone) => ({ id: zone, label: zone.replaceAll('_', ' ') })),
];
const dateFormats = [
  { id: 'mm/dd/yy', label: '11/21/26' },
  { id: 'dd/mm/yy', label: '21/11/26' },
  { id: 'yyyy-mm-dd', label: '2026-11-21' },
] as const;

function ProfileForm({ profile }: { profile: Profile }) {
  const queryClient = useQueryClient();
  const toasts = useToasts();
  const [name, setName] = useState(profile.name ?? '');
  const [zone, setZone] = useState(profile.timeZone ?? asBrowser);
  const [dateFormat, setDateFormat] = useState(profile.dateFormat ?? 'mm/dd/yy');
  const [busy, setBusy] = useState(false);

  const save = async (event: SubmitEvent) => {
    event.preventDefault();
    if (busy) return;
    setBusy(true);
    try {
      const change = { name: name.trim() || null, timeZone: zone === asBrowser ? null : zone, dateFormat };
      queryClient.setQueryData(
        profileQuery.queryKey,
        await api.patch('/api/profile', change, hasFields<Profile>('email', 'timeZone', 'dateFormat')),
      );
      toasts.add({ kind: 'success', title: 'Profile saved' });
    } catch (error) {
      toasts.add({ kind: 'error', title: 'Profile not saved', detail: failureText(error) });
    } finally {
      setBusy(false);
    }
  };

  return (
    <Card className="profile">
      <form className="profile-form" onSubmit={(event) => void save(event)}>
        <TextField label="E-mail" value={profile.email} readOnly description={memberText[profile.member]} />
        <TextField
          label="Name"
          autoComplete="name"
          maxLength={64}
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <SelectField size="large" label="Time zone" options={zones} value={zone} onChange={setZone} />
        <SelectField size="large" label="Dates" options={dateFormats} value={dateFormat} onChange={setDateFormat} />
        <div>
          <Button type="submit" variant="primary" busy={busy}>
            Save
          </Button>
        </div>
      </form>
      <p className="profile-later">
        Changing e-mail and password, two-step login, sessions, access tokens and the export of your data come with a
        later release.
      </p>
    </Card>
  );
}

const memberText = { user: 'Member', admin: 'Administrator of this server' };
