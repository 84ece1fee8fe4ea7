import type { RestoreOpened } from '@cyno/contract';
import { t } from '@lingui/core/macro';
import { IconCircleCheck } from '@tabler/icons-react';
import { type SubmitEvent, useEffect, useState } from 'react';
import { Navigate, useSearchParams } from 'react-router';
import { failureText } from '../../../../lib/api/failure-text.ts';
import { refreshConfig, useConfig } from '../../../../lib/api/public-config.ts';
import { Button } from '../../../../ui/buttons/button.tsx';
import { ButtonLink } from '../../../../ui/buttons/button-link.tsx';
import { TextField } from '../../../../ui/fields/field.tsx';
import { FormNote } from '../../../../ui/status/form-note.tsx';
import { Gate, GateNotice } from '../../accounts/index.ts';
import { openRestore } from './restore-calls.ts';
import { RestoreForm } from './restore-form.tsx';
import './first-restore.css';

/** `/auth/restore`: a server without accounts takes a backup; `?setup=CODE` carries the code that the server printed. */
export function FirstRestorePage() {
  const [parameters] = useSearchParams();
  const linkCode = parameters.get('setup') ?? '';
  const [opened, setOpened] = useState<RestoreOpened>();
  const [isRunning, setRunning] = useState(false);
  const [isDone, setIsDone] = useState(false);
  const { data: config } = useConfig();
  if (isDone) {
    return (
      <GateNotice
        title={t`Backup restored`}
        icon={IconCircleCheck}
        tone="success"
        actions={
          <ButtonLink to="/auth/login" variant="primary" size="large">
            {t`Log in`}
          </ButtonLink>
        }
      >
        {t`The server runs with the data of the backup. Log in with an account that it had.`}
      </GateNotice>
    );
  }
  // Opened again later, or after somebody signed up: nothing can be restored here any more.
  if (!opened && config?.setupNeeded === false) return <Navigate to="/auth/login" replace />;
  return (
    <Gate>
      <h1 className="gate-title">{t`Restore a backup`}</h1>
      <p className="gate-text">{t`Accounts, devices, history and settings come back as they were.`}</p>
      {opened ? (
        <RestoreForm
          opened={opened}
          onRunning={setRunning}
          onDone={() => {
            refreshConfig();
            setIsDone(true);
          }}
        />
      ) : (
        <CodeForm linkCode={linkCode} onOpened={setOpened} />
      )}
      {!isRunning && (
        <ButtonLink
          className="restore-back"
          to={linkCode === '' ? '/auth/login' : `/auth/login?setup=${encodeURIComponent(linkCode)}`}
          variant="ghost"
          size="large"
        >
          {t`Start without a backup`}
        </ButtonLink>
      )}
    </Gate>
  );
}

type CodeFormProps = { linkCode: string; onOpened: (opened: RestoreOpened) => void };

/** The code that proves who runs the server. That of the link is tried at once. */
function CodeForm({ linkCode, onOpened }: CodeFormProps) {
  const [code, setCode] = useState(linkCode);
  const [problem, setProblem] = useState<string>();
  const [busy, setBusy] = useState(false);
  useEffect(() => {
    let isCurrent = true;
    if (linkCode === '') return;
    openRestore(linkCode).then(
      (opened) => isCurrent && onOpened(opened),
      (error: unknown) => isCurrent && setProblem(failureText(error)),
    );
    return () => {
      isCurrent = false;
    };
  }, [linkCode, onOpened]);
  const submit = async (event: SubmitEvent) => {
    event.preventDefault();
    if (busy) return;
    if (code.trim() === '') return setProblem(t`Enter the setup code.`);
    setBusy(true);
    try {
      onOpened(await openRestore(code.trim()));
    } catch (error) {
      setProblem(failureText(error));
      setBusy(false);
    }
  };
  return (
    <form className="gate-form" noValidate onSubmit={(event) => void submit(event)}>
      {problem && <FormNote kind="error">{problem}</FormNote>}
      <TextField
        label={t`Setup code`}
        className="gate-code"
        autoComplete="off"
        spellCheck={false}
        required
        value={code}
        description={t`The server printed this code when it started.`}
        onChange={(event) => setCode(event.currentTarget.value)}
      />
      <Button type="submit" variant="primary" size="large" busy={busy}>
        {t`Continue`}
      </Button>
    </form>
  );
}
