export { AllStoredHistory } from './all-stored-history.tsx';
export { StoredHistoryCard } from './stored-history-card.tsx';
