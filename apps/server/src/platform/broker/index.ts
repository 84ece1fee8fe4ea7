export { boardTls } from './board-tls.ts';
export type {
  AppMessage,
  AppSession,
  BoardMessage,
  BoardSession,
  BrokerHooks,
  ConnectDecision,
  ConnectRequest,
  DeviceBroker,
  DisconnectReason,
} from './device-broker.ts';
export { createEmbeddedBroker } from './embedded-broker.ts';
export { loadTlsCertificate, type TlsCertificate } from './tls-certificate.ts';
