export { createJobs, type Jobs } from './jobs.ts';
