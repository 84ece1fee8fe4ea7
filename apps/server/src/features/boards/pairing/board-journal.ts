import type {
  BoardSession,
  ConnectDecision,
  ConnectRequest,
  DisconnectReason,
} from '../../../platform/broker/index.ts';
import { createQuietLog, type Logger } from '../../../platform/log/index.ts';

/** Logs what an operator needs to know about boards: who came, who was refused, who waits, who went. */
export interface BoardJournal {
  decided(request: ConnectRequest, decision: ConnectDecision): void;
  connected(session: BoardSession): void;
  disconnected(session: BoardSession, reason: DisconnectReason): void;
}

const longestName = 64;

/** Troubles of one board once a minute: a refused board connects again every 15 s. */
export function createBoardJournal(log: Logger): BoardJournal {
  const quiet = createQuietLog(log);
  const who = ({ espid, accountId }: BoardSession) => ({ espid, accountId });
  return {
    decided({ clientId, username, remoteAddress }, decision) {
      if (decision.allow) return;
      const espid = clientId.slice(0, longestName);
      // The connection key stands behind the slash.
      const account = username.split('/')[0]?.slice(0, longestName);
      const named = account?.includes('@') ? { account } : {};
      const details = { espid, ...named, ip: remoteAddress, returnCode: decision.returnCode };
      quiet('warn', 'A board was refused', details, espid);
    },
    connected(session) {
      if (session.deviceId === null) quiet('warn', 'A board waits to be accepted', who(session), session.espid);
      else quiet('info', 'A board connected', who(session));
    },
    disconnected: (session, reason) => quiet('info', 'A board disconnected', { ...who(session), reason }),
  };
}
