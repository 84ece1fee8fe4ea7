export type {
  AppMessage,
  AppSession,
  BoardMessage,
  BoardSession,
  ConnectDecision,
  ConnectRequest,
  DeviceBroker,
  DisconnectReason,
  FeatureHooks,
} from './device-broker.ts';
export { createEmbeddedBroker } from './embedded-broker.ts';
export { type BoardCertificate, certificateOptions } from './listeners/board-certificate.ts';
export { boardTls } from './listeners/board-tls.ts';
export { loadTlsCertificate, type TlsCertificate } from './listeners/tls-certificate.ts';
