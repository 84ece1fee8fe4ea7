import { expect, test } from 'vitest';
import { silentLogger } from '../../../../test/log.ts';
import type { BoardSession } from '../../../platform/broker/index.ts';
import { BoardLogin, type BoardLoginDeps } from './pairing.mqtt.ts';

const session = (espid: string, tokenId?: number): BoardSession => ({
  kind: 'board',
  accountId: 1,
  espid,
  deviceId: 1,
  remoteAddress: '192.0.2.1',
  connectedAt: 0,
  ...(tokenId !== undefined && { isProgram: true, tokenId }),
});

test('a token’s boards are known while they are connected, and no longer, however many ids it names', () => {
  const login = new BoardLogin({ pairing: {}, broker: {}, log: silentLogger } as unknown as BoardLoginDeps);
  const sessions = Array.from({ length: 1_000 }, (_, n) => session(`ESP-${n}`, 7));
  for (const one of [...sessions, session('ESP-key')]) login.opened(one);
  const newer = session('ESP-0', 7);
  login.opened(newer);
  for (const one of sessions) login.disconnected(one);
  expect(login.tokensInUse()).toEqual([{ accountId: 1, tokenId: 7 }]);
  expect(login.boardsOfToken(7)).toEqual(['ESP-0']);
  login.disconnected(newer);
  expect(login.tokensInUse()).toEqual([]);
});

test('a program whose token is revoked while it signs in is refused', async () => {
  const token = { account: { id: 1 }, id: 7, scope: 'read' };
  let isRevoked = false;
  const login = new BoardLogin({
    pairing: {},
    devices: { findOwned: () => undefined },
    log: silentLogger,
    findAccessToken: async () => (isRevoked ? undefined : token),
    async findAccountByEmail() {
      isRevoked = true;
      return token.account;
    },
  } as unknown as BoardLoginDeps);
  const request = { clientId: 'app', username: 'a@example.com', password: 'secret', remoteAddress: '192.0.2.1' };
  expect(await login.authenticate(request)).toEqual({ allow: false, returnCode: 4 });
});
