import { t } from '@lingui/core/macro';
import { fullAddress } from '../../../lib/router/base-path.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { CopyLine } from '../../../ui/buttons/copy-line.tsx';
import { ShareButton } from '../../../ui/buttons/share-button.tsx';
import { Dialog } from '../../../ui/overlays/dialog.tsx';

type OfferLinkProps = { email: string; name: string; onClose: () => void };

/** Where the server sends no mail: the page on which an offer can be accepted, to be handed over. */
export function OfferLink({ email, name, onClose }: OfferLinkProps) {
  const address = fullAddress('/device');
  return (
    <Dialog
      title={t`Send this link to ${email}`}
      isOpen
      onClose={onClose}
      actions={
        <>
          <ShareButton title={name} url={address} />
          <Button variant="primary" onClick={onClose}>{t`Done`}</Button>
        </>
      }
    >
      <p>{t`This server sends no e-mail. Send the link yourself: they log in or sign up as ${email} and accept there.`}</p>
      <CopyLine text={address} label={t`Copy the link`} />
    </Dialog>
  );
}
