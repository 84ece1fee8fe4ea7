export type { Access, Authenticate, RequestAccount } from './access.ts';
export { clientNetwork } from './client-network.ts';
export { createHttp, type Http, type HttpOptions } from './http.ts';
export { listen } from './listen.ts';
