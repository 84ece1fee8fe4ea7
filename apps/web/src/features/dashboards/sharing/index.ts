export { loadSharingTab } from './lazy-parts.ts';
export { MyDashboardShare } from './my-dashboard-share.tsx';
export { OfferToasts } from './offer-toasts.tsx';
export { OffersBanner, useHasOffers } from './offers-banner.tsx';
export { PeopleCard } from './people-card.tsx';
export { SharedCardFoot, SharedWithMe } from './shared-with-me.tsx';
export { SharingCards } from './sharing-cards.tsx';
export { offersQuery } from './sharing-queries.ts';
