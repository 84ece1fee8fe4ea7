import type { PassCreated } from '@cyno/contract';
import { IconPrinter } from '@tabler/icons-react';
import { Button } from '../../../ui/buttons/button.tsx';
import { CopyLine } from '../../../ui/buttons/copy-line.tsx';
import { QrCode } from '../../../ui/graphics/qr-code.tsx';
import { Dialog } from '../../../ui/overlays/dialog.tsx';
import { passAddress } from './pass-calls.ts';
import './pass-dialog.css';
import { passTimeText } from './pass-text.ts';

/** A new pass to hand over: its QR code and link, this once. */
export function PassMade({ made: { pass, token }, onClose }: { made: PassCreated; onClose: () => void }) {
  const address = passAddress(token);
  return (
    <Dialog
      title={`Guest pass for ${pass.name}`}
      isOpen
      onClose={onClose}
      actions={
        <>
          <Button icon={IconPrinter} onClick={() => window.print()}>
            Print
          </Button>
          <Button variant="primary" onClick={onClose}>
            I have it
          </Button>
        </>
      }
    >
      <div className="pass-qr">
        <h3>{pass.title}</h3>
        <QrCode text={address} label={`QR code of the pass for ${pass.name}`} />
        <p>
          {pass.uses === 1 ? 'Once' : `${pass.uses} times`}, {passTimeText(pass)}
        </p>
        <CopyLine text={address} label="Copy the link of the pass" />
        <p className="section-note pass-qr-once">
          This is shown this once. Whoever has the link can use it: hand it over as you hand over a key.
        </p>
      </div>
    </Dialog>
  );
}
