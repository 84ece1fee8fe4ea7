export { FairPlaces, type GiveBack, type Refusal } from './fair-places.ts';
