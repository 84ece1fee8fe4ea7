import type { LivePoint } from '@cyno/contract';
import { defineEvent } from '../../../platform/bus/index.ts';

/** A point as it was accepted. */
export interface ReceivedPoint {
  readonly accountId: number;
  readonly espid: string;
  readonly deviceId: number;
  readonly point: LivePoint;
}

/** A board's message was accepted, whether or not the plan stores it; one that is stored waits to be written. */
export const pointReceived = defineEvent<ReceivedPoint>('point.received', { scope: 'cluster', key: 'deviceId' });
