import type { PassCreated } from '@cyno/contract';
import { plural, t } from '@lingui/core/macro';
import { IconPrinter } from '@tabler/icons-react';
import { useUnsavedChanges } from '../../../lib/browser/unsaved-changes.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { CopyLine } from '../../../ui/buttons/copy-line.tsx';
import { ShareButton } from '../../../ui/buttons/share-button.tsx';
import { QrCode } from '../../../ui/graphics/qr-code.tsx';
import { Dialog } from '../../../ui/overlays/dialog.tsx';
import { passAddress } from './pass-calls.ts';
import './pass-dialog.css';
import { passTimeText } from './pass-text.ts';

/** A new pass to hand over: its QR code and link, this once. */
export function PassMade({ made: { pass, token }, onClose }: { made: PassCreated; onClose: () => void }) {
  useUnsavedChanges(true);
  const address = passAddress(token);
  return (
    // Escape and a press outside must not throw away what is shown only once.
    <Dialog
      title={t`Guest pass for ${{ name: pass.name }}`}
      role="alertdialog"
      isOpen
      onClose={() => undefined}
      actions={
        <>
          <ShareButton title={pass.title} url={address} />
          <Button icon={IconPrinter} onClick={() => window.print()}>
            {t`Print`}
          </Button>
          <Button variant="primary" onClick={onClose}>
            {t`Done`}
          </Button>
        </>
      }
    >
      <div className="pass-qr">
        <h3>{pass.title}</h3>
        <QrCode text={address} label={t`QR code of the pass for ${{ name: pass.name }}`} />
        <p>
          {plural({ uses: pass.uses }, { one: 'Once', other: '# times' })} · {passTimeText(pass)}
        </p>
        <CopyLine text={address} label={t`Copy the link of the pass`} />
        <p className="section-note pass-qr-once">
          {t`Shown only once. Everyone who has the link can use it, so treat it like a key.`}
        </p>
      </div>
    </Dialog>
  );
}
