export { ContactsCard } from './contacts-card.tsx';
export { MessagesCard } from './messages-card.tsx';
export { PolicyCard } from './policy-card.tsx';
