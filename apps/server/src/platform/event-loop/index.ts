export { EventLoopDelay } from './event-loop-delay.ts';
