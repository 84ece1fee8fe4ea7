import { t } from '@lingui/core/macro';
import { IconDownload, IconPrinter } from '@tabler/icons-react';
import { useState } from 'react';
import { saveFile } from '../../../lib/browser/save-file.ts';
import { useUnsavedChanges } from '../../../lib/browser/unsaved-changes.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { CopyButton } from '../../../ui/buttons/copy-button.tsx';
import { Checkbox } from '../../../ui/fields/mark.tsx';
import { Dialog } from '../../../ui/overlays/dialog.tsx';
import './two-factor.css';

type RecoveryCodesDialogProps = {
  codes: readonly string[];
  /** Above the codes, such as which step this is. */
  before?: string;
  /** Offers to log out other browsers, as makes sense when two-step login was just turned on. */
  offersLogOut?: boolean;
  onDone: (choice: { logOutOthers: boolean }) => void;
};

/** Shows new recovery codes, this once, until their owner has put them somewhere safe. */
export function RecoveryCodesDialog({ codes, before, offersLogOut = false, onDone }: RecoveryCodesDialogProps) {
  useUnsavedChanges(true);
  const [saved, setSaved] = useState(false);
  const [logOutOthers, setLogOutOthers] = useState(false);
  const [reminded, setReminded] = useState(false);
  const finish = () => (saved ? onDone({ logOutOthers }) : setReminded(true));
  return (
    // Escape must not throw away what is shown only once.
    <Dialog title={t`Save your recovery codes`} role="alertdialog" isOpen onClose={() => undefined}>
      <div className="two-factor-form">
        {before && <p className="two-factor-progress">{before}</p>}
        <p>
          {t`If you lose your phone, each code lets you log in once. You will not see them again: store them in a safe place, not only on the phone.`}
        </p>
        <ul className="recovery-codes" aria-label={t`Recovery codes`}>
          {codes.map((code) => (
            <li key={code}>{code}</li>
          ))}
        </ul>
        <div className="recovery-actions">
          <CopyButton text={codes.join('\n')} label={t`Copy all codes`}>
            <span aria-hidden="true">{t`Copy`}</span>
          </CopyButton>
          <Button size="small" icon={IconDownload} onClick={() => download(codes)}>
            {t`Download`}
          </Button>
          <Button size="small" icon={IconPrinter} onClick={() => print()}>
            {t`Print`}
          </Button>
        </div>
        <label className="two-factor-check">
          <Checkbox checked={saved} onChange={(event) => setSaved(event.currentTarget.checked)} />
          {t`I have saved the codes`}
        </label>
        {offersLogOut && (
          <label className="two-factor-check">
            <Checkbox checked={logOutOthers} onChange={(event) => setLogOutOthers(event.currentTarget.checked)} />
            {t`Log out all other browsers`}
          </label>
        )}
        <p className="field-error" role="alert">
          {reminded && !saved && t`Save the codes, then select the box.`}
        </p>
        <div className="dialog-actions">
          <Button variant="primary" onClick={finish}>
            {t`Done`}
          </Button>
        </div>
      </div>
    </Dialog>
  );
}

function download(codes: readonly string[]): void {
  const text = `${t`Recovery codes for Cyno at ${{ host: location.host }}`}\n${t`Each code works once.`}\n\n${codes.join('\n')}\n`;
  saveFile(`cyno-recovery-codes-${location.hostname}.txt`, new Blob([text], { type: 'text/plain' }));
}
