import { z } from 'zod';
import { espid } from './devices.ts';

/** `POST /api/virtual-board`: the account's virtual board, and when it stops by itself, ms since the epoch. */
export const virtualBoard = z.object({ espid, until: z.number() });
export type VirtualBoard = z.infer<typeof virtualBoard>;
