export { EventBus } from './bus.ts';
export { defineEvent } from './event-definition.ts';
