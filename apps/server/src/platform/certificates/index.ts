export { AcmeCertificate } from './acme/acme-certificate.ts';
export { AcmeStore, acmeStatus } from './acme/acme-store.ts';
export { acmeProtocol, isChallenge } from './acme/challenges.ts';
export type { ChallengeType } from './acme/order-certificate.ts';
export type { CertificateSource, CertificateStatus } from './certificate-source.ts';
export { FileCertificate } from './file-certificate.ts';
export { factsOf, type KeyPair } from './key-pair.ts';
export { LocalCertificate, storedLocalCertificates } from './local/local-certificate.ts';
export { isLocalHost, plainHost } from './local/local-names.ts';
