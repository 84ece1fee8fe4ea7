import type { Profile } from '@cyno/contract';
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
      title="Delete the account"
      description="Your devices, their values and everything else of your account are deleted after 14 days. Until then you can take it back."
    >
      <div className="section-actions">
        <Button variant="danger" onClick={() => setConfirming(true)}>
          Delete my account…
        </Button>
      </div>
      {isConfirming && <DeleteAccountDialog profile={profile} onClose={() => setConfirming(false)} />}
    </SectionCard>
  );
}
