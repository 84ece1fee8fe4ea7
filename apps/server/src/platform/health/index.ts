export { type CertificateInUse, Certificates } from './certificates.ts';
export { ClockWatch } from './clock-watch.ts';
export { DiskWatch, type ReadSpace } from './disk-watch.ts';
export { describeProblem, keyOfProblem, levelOfProblem, type Problem } from './problem.ts';
export { Problems } from './problems.ts';
export { TrustedClock } from './trusted-clock.ts';
