import type { ServerDisk } from '@cyno/contract';
import { defineEvent } from '../bus/index.ts';

/** A disk of this server was looked at, every few seconds. */
export const diskChecked = defineEvent<ServerDisk>('disk.checked', { scope: 'node' });
