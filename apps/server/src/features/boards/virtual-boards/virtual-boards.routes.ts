import { clientNetwork, type Http, labelRequests, routesOf } from '../../../platform/http/index.ts';
import type { VirtualBoards } from './virtual-boards.service.ts';

/** *Try without a board*: `POST` starts the account's virtual board or gives it another hour, `DELETE` stops it. */
export function virtualBoardRoutes(app: Http, { virtualBoards }: { virtualBoards: VirtualBoards }): void {
  const route = routesOf(app);
  labelRequests(app, 'devices', {
    'POST /api/virtual-board': 'Virtual board started',
    'DELETE /api/virtual-board': 'Virtual board stopped',
  });

  route('POST /api/virtual-board', ({ account, ip }) => virtualBoards.restart(account.id, clientNetwork(ip)));

  route('DELETE /api/virtual-board', async ({ account }, reply) => {
    await virtualBoards.halt(account.id);
    return reply.code(204).send(null);
  });
}
