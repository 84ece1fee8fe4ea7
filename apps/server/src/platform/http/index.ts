export type { RequestAccount } from './access.ts';
export { createHttp, type Http } from './http.ts';
export { listen } from './listen.ts';
