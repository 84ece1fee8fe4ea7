import { fullAddress } from '../router/base-path.ts';

/** The address of the live connection. */
export const liveAddress = (): string => fullAddress('/api/live').replace(/^http/, 'ws');
