import type { InvitationCreated } from '@cyno/contract';
import { t } from '@lingui/core/macro';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type SubmitEvent, useState } from 'react';
import { ApiError } from '../../../lib/api/api-client.ts';
import { failureText } from '../../../lib/api/failure-text.ts';
import { useConfig } from '../../../lib/api/public-config.ts';
import { queryKeys } from '../../../lib/api/query-keys.ts';
import { formatDateTime } from '../../../lib/format/format.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { CopyButton } from '../../../ui/buttons/copy-button.tsx';
import { TextField } from '../../../ui/fields/field.tsx';
import { SelectField } from '../../../ui/fields/select-field.tsx';
import { isRightLost, postInvitation } from './admin-calls.ts';
import { useLeave } from './use-right-lost.ts';

const lifetimes = () => [
  { id: '1', label: t`In a day` },
  { id: '7', label: t`In a week` },
  { id: '30', label: t`In 30 days` },
];

/** Makes one invitation and shows its link, this once. */
export function InviteForm() {
  const [email, setEmail] = useState('');
  const [days, setDays] = useState('7');
  const cache = useQueryClient();
  const leave = useLeave();
  const create = useMutation({
    mutationFn: () =>
      postInvitation({ expiresInDays: Number(days), ...(email.trim() !== '' && { email: email.trim() }) }),
    onSuccess() {
      setEmail('');
      void cache.invalidateQueries({ queryKey: queryKeys.admin() });
    },
    onError(error) {
      if (isRightLost(error)) leave();
    },
  });
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (!create.isPending) create.mutate();
  };
  const fieldError = create.error instanceof ApiError ? create.error.fields.email : undefined;
  return (
    <>
      <form className="invite-form" noValidate onSubmit={submit}>
        <TextField
          label={t`E-mail`}
          type="email"
          inputMode="email"
          autoComplete="off"
          description={t`Optional. Only this address can then sign up. It gets the link by e-mail if this server sends any.`}
          value={email}
          error={fieldError}
          onChange={(event) => setEmail(event.currentTarget.value)}
        />
        <SelectField label={t`Expires`} options={lifetimes()} value={days} onChange={setDays} />
        {create.error && !fieldError && (
          <p className="invite-error" role="alert">
            {failureText(create.error)}
          </p>
        )}
        <Button type="submit" variant="primary" busy={create.isPending}>
          {t`Create invitation`}
        </Button>
      </form>
      {create.data && <Link created={create.data} />}
    </>
  );
}

function Link({ created: { link, mailed, invitation } }: { created: InvitationCreated }) {
  const sendsMail = useConfig().data?.mailConfigured ?? true;
  const notMailed = sendsMail
    ? t`The e-mail could not be sent, so send the link yourself.`
    : t`This server sends no e-mail, so send the link yourself.`;
  return (
    <div className="invite-link" role="status">
      {invitation.email !== null && (
        <p>{mailed ? t`${{ email: invitation.email }} gets the link by e-mail.` : notMailed}</p>
      )}
      <p>{t`Copy it now: the link is shown only once. It works once, until ${{ end: formatDateTime(invitation.expiresAt) }}.`}</p>
      <CopyButton className="invite-link-text mono" label={t`Copy the link`} text={link}>
        <span>{link}</span>
      </CopyButton>
    </div>
  );
}
