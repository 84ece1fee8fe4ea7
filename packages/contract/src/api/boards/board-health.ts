import { boardHealth, boardHealthQuery } from '../../boards/board-health.ts';
import { espid, morning, range } from '../farm.ts';
import type { Operations } from '../operation.ts';
import { deviceParams } from '../params.ts';

export const boardHealthOperations = {
  'GET /api/device/:espid/health': {
    summary: 'Get the starts and the signal of a board',
    schema: { params: deviceParams, querystring: boardHealthQuery, response: { 200: boardHealth } },
    example: {
      params: { espid },
      query: range,
      response: {
        starts: [morning - 1_200_000],
        startCount: 1,
        signal: [{ ...range, weakest: -74, strongest: -61 }],
        twoBoards: null,
      },
    },
  },
} satisfies Operations;
