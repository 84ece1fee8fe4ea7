export { Outgoing, OutgoingError, type OutgoingRequest } from './outgoing.ts';
