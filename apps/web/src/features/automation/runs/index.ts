export { RunLog } from './run-log.tsx';
export { RunOutcome } from './run-outcome.tsx';
