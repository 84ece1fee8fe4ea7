export { type Claim, FairPlaces, type GiveBack, type PlaceLimits, type Refusal } from './fair-places.ts';
