export { ContactsCard } from './contacts-card.tsx';
export { loadBrowserPush, loadChatSettings } from './lazy-parts.ts';
export { MessagesCard } from './messages-card.tsx';
export { PolicyCard } from './policy-card.tsx';
