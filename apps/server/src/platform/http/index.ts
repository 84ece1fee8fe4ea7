export type { DeviceRequest, RequestAccount } from './access.ts';
export { fileSeconds } from './bound-bodies.ts';
export { clientNetwork } from './client-network.ts';
export { gzipped } from './compress.ts';
export { createHttp, type Http } from './http.ts';
export { listen } from './listen.ts';
export type { Acts } from './log-requests.ts';
export { openNarrowPort } from './narrow-port.ts';
export { isSameOrigin } from './same-origin.ts';
