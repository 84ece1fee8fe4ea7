import { IconArrowsExchange, IconUsers } from '@tabler/icons-react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import { failureText } from '../../../lib/api/failure-text.ts';
import { formatDateTime } from '../../../lib/format/format.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { Icon } from '../../../ui/graphics/icon.tsx';
import { useToasts } from '../../../ui/overlays/toast.tsx';
import { listOffers, type Offer } from './offer-list.ts';
import './offers-banner.css';
import { decideOffer, fetchSharing, offersQuery } from './sharing-queries.ts';
import { roleAllows } from './sharing-text.ts';

/** What others offer to this account, each to accept or decline; nothing when there is nothing. */
export function OffersBanner() {
  const { data } = useQuery(offersQuery);
  const offers = data ? listOffers(data) : [];
  if (offers.length === 0) return null;
  return (
    <ul className="offers" aria-label="Offers to you">
      {offers.map((offer) => (
        <OfferRow key={offer.id} offer={offer} />
      ))}
    </ul>
  );
}

function OfferRow({ offer }: { offer: Offer }) {
  const { id, name, isTransfer, path } = offer;
  const client = useQueryClient();
  const navigate = useNavigate();
  const toasts = useToasts();
  const response = useMutation({
    mutationFn: (wanted: 'accept' | 'decline') => decideOffer(id, wanted),
    onSuccess: async (_, wanted) => {
      await fetchSharing(client);
      if (wanted === 'decline') return toasts.add({ kind: 'info', title: `${name} declined` });
      return toasts.add({
        kind: 'success',
        title: isTransfer ? `${name} is yours` : `${name} is shared with you`,
        action: { label: 'Open', onPress: () => void navigate(path) },
      });
    },
    onError(error) {
      toasts.add({ kind: 'error', title: 'The offer was not answered', detail: failureText(error) });
      // It may have been revoked meanwhile.
      void client.invalidateQueries(offersQuery);
    },
  });
  const give = (wanted: 'accept' | 'decline') => () => response.isPending || response.mutate(wanted);
  const busy = (wanted: 'accept' | 'decline') => response.isPending && response.variables === wanted;
  return (
    <li className="offer">
      <Icon of={isTransfer ? IconArrowsExchange : IconUsers} className="offer-icon" />
      <OfferText offer={offer} />
      <div className="offer-actions">
        <Button variant="primary" aria-label={`Accept ${name}`} busy={busy('accept')} onClick={give('accept')}>
          Accept
        </Button>
        <Button aria-label={`Decline ${name}`} busy={busy('decline')} onClick={give('decline')}>
          Decline
        </Button>
      </div>
    </li>
  );
}

function OfferText({ offer: { thing, isTransfer, owner, name, role, expiresAt } }: { offer: Offer }) {
  return (
    <div className="offer-text">
      <p className="offer-title">
        {owner} wants to {isTransfer ? 'give you' : 'share'} {thing === 'dashboard' && 'the dashboard '}
        <b>{name}</b>
        {!isTransfer && ` with you as ${role}`}
      </p>
      <p className="offer-detail">
        {isTransfer
          ? 'You become its owner, with all its values and settings, and it counts in your plan. Its board is refused until its sketch has your e-mail.'
          : role && roleAllows(role, thing)}
        {expiresAt !== null && (isTransfer ? ' The offer holds until ' : ' It ends ')}
        {expiresAt !== null && `${formatDateTime(expiresAt)}.`}
      </p>
    </div>
  );
}
