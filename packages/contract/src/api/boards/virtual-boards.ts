import { z } from 'zod';
import { virtualBoard } from '../../boards/virtual-board.ts';
import { hourMs, morning } from '../farm.ts';
import type { Operations } from '../operation.ts';

export const virtualBoardOperations = {
  'POST /api/virtual-board': {
    summary: 'Start your virtual board',
    description: 'A board to look around without hardware; one that runs gets another hour.',
    errors: {
      '403 limit_reached': 'Your account or its plan has no room for another device.',
      '429 rate_limited': 'As many virtual boards run as can, or this network started too many.',
    },
    schema: { response: { 200: virtualBoard } },
    example: { response: { espid: 'Virtual-12', until: morning + hourMs } },
  },
  'DELETE /api/virtual-board': { summary: 'Stop your virtual board', schema: { response: { 204: z.null() } } },
} satisfies Operations;
