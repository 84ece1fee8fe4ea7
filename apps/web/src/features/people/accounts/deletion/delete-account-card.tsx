import type { Profile } from '@cyno/contract';
import { t } from '@lingui/core/macro';
import { useState } from 'react';
import { Button } from '../../../../ui/buttons/button.tsx';
import { SectionCard } from '../../../../ui/cards/section-card.tsx';
import { DeleteAccountDialog } from './delete-account-dialog.tsx';

/** The end of the account, with 14 days to think again. */
export function DeleteAccountCard({ profile }: { profile: Profile }) {
  const [isConfirming, setConfirming] = useState(false);
  return (
    <SectionCard
      id="delete"
      title={t`Delete account`}
      description={t`Deletes your devices, their values and everything else after 14 days. Until then you can cancel.`}
    >
      <div className="section-actions">
        <Button variant="danger" onClick={() => setConfirming(true)}>
          {t`Delete account…`}
        </Button>
      </div>
      {isConfirming && <DeleteAccountDialog profile={profile} onClose={() => setConfirming(false)} />}
    </SectionCard>
  );
}
