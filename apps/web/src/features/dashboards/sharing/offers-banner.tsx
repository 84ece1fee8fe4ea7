import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
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
import { roleAllows, roleName } from './sharing-text.ts';

function useOffers(): readonly Offer[] {
  const { data } = useQuery(offersQuery);
  return data ? listOffers(data) : [];
}

/** Whether others offer something to this account. */
export const useHasOffers = (): boolean => useOffers().length > 0;

/** What others offer to this account, each to accept or decline; nothing when there is nothing. */
export function OffersBanner() {
  const offers = useOffers();
  if (offers.length === 0) return null;
  return (
    <ul className="offers" aria-label={t`Offers for you`}>
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
      if (wanted === 'decline') return toasts.add({ kind: 'info', title: t`You declined ${name}` });
      return toasts.add({
        kind: 'success',
        title: isTransfer ? t`${name} is now yours` : t`You now have access to ${name}`,
        action: { label: t`Open`, onPress: () => void navigate(path) },
      });
    },
    onError(error) {
      toasts.add({ kind: 'error', title: t`Your answer did not arrive`, detail: failureText(error) });
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
        <Button variant="primary" aria-label={t`Accept ${name}`} busy={busy('accept')} onClick={give('accept')}>
          {t`Accept`}
        </Button>
        <Button aria-label={t`Decline ${name}`} busy={busy('decline')} onClick={give('decline')}>
          {t`Decline`}
        </Button>
      </div>
    </li>
  );
}

function OfferText({ offer }: { offer: Offer }) {
  const { thing, isTransfer, role, expiresAt } = offer;
  const end = expiresAt === null ? null : formatDateTime(expiresAt);
  return (
    <div className="offer-text">
      <p className="offer-title">
        <OfferTitle offer={offer} />
      </p>
      <p className="offer-detail">
        {isTransfer
          ? t`You become the owner of the device, its values and settings. It counts in your plan, and its board connects again once its sketch has your e-mail.`
          : role && roleAllows(role, thing)}
        {end !== null && ' '}
        {end !== null && (isTransfer ? t`You can accept until ${end}.` : t`Access ends ${end}.`)}
      </p>
    </div>
  );
}

function OfferTitle({ offer: { thing, isTransfer, owner, name, role } }: { offer: Offer }) {
  if (isTransfer || role === null) {
    return (
      <Trans>
        {owner} wants to transfer <b>{name}</b> to you
      </Trans>
    );
  }
  const roleText = roleName(role);
  return thing === 'dashboard' ? (
    <Trans>
      {owner} wants to share the dashboard <b>{name}</b> with you. Your role: {roleText}
    </Trans>
  ) : (
    <Trans>
      {owner} wants to share <b>{name}</b> with you. Your role: {roleText}
    </Trans>
  );
}
