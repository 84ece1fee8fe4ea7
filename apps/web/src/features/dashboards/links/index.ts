export { LinksCard } from './links-card.tsx';
export { PublicPage } from './public-page.tsx';
