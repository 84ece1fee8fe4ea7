import type { DeviceOffer } from '@cyno/contract';
import { IconArrowsExchange, IconUsers } from '@tabler/icons-react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import { devicePath } from '../../lib/device-path.ts';
import { failureText } from '../../lib/failure-text.ts';
import { formatDateTime } from '../../lib/format.ts';
import { Button } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { useToasts } from '../../ui/toast.tsx';
import './offers-banner.css';
import { answerOffer, fetchSharing, offersQuery } from './sharing-queries.ts';
import { roleAllows } from './sharing-words.ts';

/** What others offer to this account, each to accept or decline; nothing when there is nothing. */
export function OffersBanner() {
  const { data } = useQuery(offersQuery);
  if (!data || data.length === 0) return null;
  return (
    <ul className="offers" aria-label="Offers to you">
      {data.map((offer) => (
        <Offer key={offer.id} offer={offer} />
      ))}
    </ul>
  );
}

function Offer({ offer }: { offer: DeviceOffer }) {
  const { id, kind, name, espid, role, expiresAt } = offer;
  const client = useQueryClient();
  const navigate = useNavigate();
  const toasts = useToasts();
  const answer = useMutation({
    mutationFn: (wanted: 'accept' | 'decline') => answerOffer(id, wanted),
    onSuccess: async (_, wanted) => {
      await fetchSharing(client);
      if (wanted === 'decline') return toasts.add({ kind: 'info', title: `${name} declined` });
      return toasts.add({
        kind: 'success',
        title: kind === 'transfer' ? `${name} is yours` : `${name} is shared with you`,
        action: { label: 'Open', onPress: () => void navigate(devicePath(espid)) },
      });
    },
    onError(error) {
      toasts.add({ kind: 'error', title: 'The offer was not answered', detail: failureText(error) });
      // It may have been taken back meanwhile.
      void client.invalidateQueries(offersQuery);
    },
  });
  const busy = (wanted: 'accept' | 'decline') => answer.isPending && answer.variables === wanted;
  return (
    <li className="offer">
      <Icon of={kind === 'transfer' ? IconArrowsExchange : IconUsers} className="offer-icon" />
      <div className="offer-words">
        <p className="offer-title">
          <OfferTitle offer={offer} />
        </p>
        <p className="offer-detail">
          {kind === 'transfer'
            ? 'With it you become its owner, with all its values and settings, and it counts in your plan. Its board may need your e-mail in its sketch.'
            : role && roleAllows[role]}
          {kind === 'share' && expiresAt !== null && ` Ends ${formatDateTime(expiresAt)}.`}
          {kind === 'transfer' && expiresAt !== null && ` The offer holds until ${formatDateTime(expiresAt)}.`}
        </p>
      </div>
      <div className="offer-acts">
        <Button
          variant="primary"
          aria-label={`Accept ${name}`}
          busy={busy('accept')}
          onClick={() => answer.isPending || answer.mutate('accept')}
        >
          Accept
        </Button>
        <Button
          aria-label={`Decline ${name}`}
          busy={busy('decline')}
          onClick={() => answer.isPending || answer.mutate('decline')}
        >
          Decline
        </Button>
      </div>
    </li>
  );
}

function OfferTitle({ offer: { kind, owner, name, role } }: { offer: DeviceOffer }) {
  if (kind === 'transfer') {
    return (
      <>
        {owner} wants to give you <b>{name}</b>
      </>
    );
  }
  return (
    <>
      {owner} wants to share <b>{name}</b> with you as {role}
    </>
  );
}
