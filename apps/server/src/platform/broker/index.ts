export type {
  AppSession,
  BoardMessage,
  BoardSession,
  BrokerHooks,
  ConnectDecision,
  ConnectRequest,
  DeviceBroker,
  DisconnectReason,
} from './device-broker.ts';
export { createEmbeddedBroker, type EmbeddedBrokerOptions } from './embedded-broker.ts';
export { loadTlsCertificate, type TlsCertificate } from './tls-certificate.ts';
