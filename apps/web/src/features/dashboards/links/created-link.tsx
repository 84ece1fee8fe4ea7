import type { LinkCreated } from '@cyno/contract';
import { t } from '@lingui/core/macro';
import { useState } from 'react';
import { useUnsavedChanges } from '../../../lib/browser/unsaved-changes.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { CopyLine } from '../../../ui/buttons/copy-line.tsx';
import { ShareButton } from '../../../ui/buttons/share-button.tsx';
import { Checkbox } from '../../../ui/fields/mark.tsx';
import { QrCode } from '../../../ui/graphics/qr-code.tsx';
import { Dialog } from '../../../ui/overlays/dialog.tsx';
import { linkAddress } from './link-calls.ts';
import './link-dialog.css';

type CreatedLinkProps = { created: LinkCreated; onClose: () => void };

/** A new public link to hand over: its QR code and address, which the server does not show again. */
export function CreatedLink({ created: { link, token }, onClose }: CreatedLinkProps) {
  useUnsavedChanges(true);
  const [isKiosk, setKiosk] = useState(false);
  const { name } = link;
  const address = linkAddress(token, isKiosk);
  return (
    // Escape and a press outside must not throw away what is shown only once.
    <Dialog
      title={t`Public link ${name}`}
      role="alertdialog"
      isOpen
      onClose={() => undefined}
      actions={
        <>
          <ShareButton title={name} url={address} />
          <Button onClick={() => window.open(address, '_blank', 'noreferrer')}>{t`Open`}</Button>
          <Button variant="primary" onClick={onClose}>{t`Done`}</Button>
        </>
      }
    >
      <div className="created-link">
        <QrCode text={address} label={t`QR code of the link ${name}`} />
        <CopyLine text={address} label={t`Copy the link`} />
        <p className="section-note">{t`Copy it now: the link is shown only once.`}</p>
        <label className="dialog-check">
          <Checkbox checked={isKiosk} onChange={() => setKiosk(!isKiosk)} />
          <span>{t`Full screen, for a screen on the wall`}</span>
        </label>
      </div>
    </Dialog>
  );
}
