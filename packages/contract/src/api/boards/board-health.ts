import { espid, morning, range } from '../farm.ts';
import type { Operations } from '../operation.ts';

export const boardHealthOperations: Operations = {
  'GET /api/device/:espid/health': {
    summary: 'Get the starts and the signal of a board',
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
};
