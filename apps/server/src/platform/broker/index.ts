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
export { FrontBoardPorts } from './front-board-ports.ts';
export { type BoardCertificate, certificateOptions } from './listeners/board-certificate.ts';
export { boardTls } from './listeners/board-tls.ts';
export type { ClientSocket } from './listeners/client-socket.ts';
export { loadTlsCertificate, type TlsCertificate } from './listeners/tls-certificate.ts';
