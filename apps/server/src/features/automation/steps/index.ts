export { StepRunner } from './step-runner.ts';
