import type { TotpSetup } from '@cyno/contract';
import { t } from '@lingui/core/macro';
import { type SubmitEvent, useState } from 'react';
import { failureText } from '../../../lib/api/failure-text.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { CopyLine } from '../../../ui/buttons/copy-line.tsx';
import { QrCode } from '../../../ui/graphics/qr-code.tsx';
import { Dialog } from '../../../ui/overlays/dialog.tsx';
import { CodeField, codeProblem } from './code-field.tsx';
import { RecoveryCodesDialog } from './recovery-codes-dialog.tsx';
import { confirmTotp } from './two-factor-calls.ts';
import './two-factor.css';

type TwoStepSetupProps = {
  setup: TotpSetup;
  /** Two-step login is on, and the codes are about to be shown. */
  onTurnedOn: () => void;
  onClose: () => void;
  onDone: (choice: { logOutOthers: boolean }) => void;
};

/** Turns two-step login on, in three steps: scan, type the first code, save the recovery codes. */
export function TwoFactorSetup({ setup, onTurnedOn, onClose, onDone }: TwoStepSetupProps) {
  const [step, setStep] = useState<'scan' | 'code'>('scan');
  const [codes, setCodes] = useState<string[]>();
  const [busy, setBusy] = useState(false);
  if (codes) return <RecoveryCodesDialog codes={codes} before={t`Step 3 of 3`} offersLogOut onDone={onDone} />;
  // The codes come once, with the response: the dialog stays until it is there.
  const close = () => {
    if (!busy) onClose();
  };
  return (
    <Dialog title={t`Set up two-factor authentication`} isOpen onClose={close}>
      {step === 'scan' ? (
        <ScanStep setup={setup} onCancel={onClose} onNext={() => setStep('code')} />
      ) : (
        <CodeStep
          secret={setup.secret}
          busy={busy}
          onBusy={setBusy}
          onBack={() => setStep('scan')}
          onCodes={(fresh) => {
            setCodes(fresh);
            onTurnedOn();
          }}
        />
      )}
    </Dialog>
  );
}

type ScanStepProps = { setup: TotpSetup; onCancel: () => void; onNext: () => void };

function ScanStep({ setup: { secret, uri }, onCancel, onNext }: ScanStepProps) {
  return (
    <div className="two-factor-form">
      <p className="two-factor-progress">{t`Step 1 of 3`}</p>
      <p>
        {t`Scan this with an authenticator app, such as Google Authenticator, Aegis or 2FAS.`}{' '}
        <a className="link" href={uri}>
          {t`Open the app on this device`}
        </a>
      </p>
      <div className="two-factor-scan">
        <QrCode text={uri} label={t`QR code for the authenticator app`} />
        <div className="two-factor-secret">
          {t`Or type this key into the app:`}
          <CopyLine text={secret} label={t`Copy the key`} />
        </div>
      </div>
      <div className="dialog-actions">
        <Button onClick={onCancel}>{t`Cancel`}</Button>
        <Button variant="primary" onClick={onNext}>
          {t`Next`}
        </Button>
      </div>
    </div>
  );
}

type CodeStepProps = {
  secret: string;
  busy: boolean;
  onBusy: (busy: boolean) => void;
  onBack: () => void;
  onCodes: (codes: string[]) => void;
};

function CodeStep({ secret, busy, onBusy, onBack, onCodes }: CodeStepProps) {
  const [code, setCode] = useState('');
  const [problem, setProblem] = useState<string>();

  const confirm = async (typed: string) => {
    if (busy) return;
    setProblem(codeProblem(typed));
    if (codeProblem(typed)) return;
    onBusy(true);
    try {
      const response = await confirmTotp({ code: typed, secret });
      if (response) onCodes(response.recoveryCodes);
    } catch (error) {
      setProblem(failureText(error));
    }
    onBusy(false);
  };
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    void confirm(code);
  };

  return (
    <form className="two-factor-form" noValidate onSubmit={submit}>
      <p className="two-factor-progress">{t`Step 2 of 3`}</p>
      <p>{t`Enter the six digits from the app.`}</p>
      <CodeField value={code} error={problem} onChange={setCode} onComplete={(typed) => void confirm(typed)} />
      <div className="dialog-actions">
        <Button disabled={busy} onClick={onBack}>
          {t`Back`}
        </Button>
        <Button type="submit" variant="primary" busy={busy}>
          {t`Turn on`}
        </Button>
      </div>
    </form>
  );
}
