import type { QuietLog } from '../log/index.ts';
import type { BrokerHooks } from './device-broker.ts';

/**
 * The same hooks with their errors logged, so that a feature's mistake ends no connection and no process. A login that
 * fails gets `server unavailable`, a message with an error is not acknowledged; both are for their callers.
 */
export function guardHooks(hooks: BrokerHooks, log: QuietLog): BrokerHooks {
  const guard = <T>(name: keyof BrokerHooks, otherwise: T, call: () => T): T => {
    try {
      return call();
    } catch (error) {
      log('error', 'A feature failed to handle an event of the broker.', { hook: name, err: error });
      return otherwise;
    }
  };
  return {
    authenticate: (request) => hooks.authenticate(request),
    boardMessage: (session, message) => hooks.boardMessage(session, message),
    boardMessageIgnored: (session, topic) =>
      guard('boardMessageIgnored', undefined, () => hooks.boardMessageIgnored(session, topic)),
    appMessage: (session, message) => guard('appMessage', undefined, () => hooks.appMessage(session, message)),
    boardConnected: (session) => guard('boardConnected', undefined, () => hooks.boardConnected(session)),
    boardSubscribed: (session, first) =>
      guard('boardSubscribed', undefined, () => hooks.boardSubscribed(session, first)),
    boardDisconnected: (session, reason) =>
      guard('boardDisconnected', undefined, () => hooks.boardDisconnected(session, reason)),
    boardHeldOff: (session, address) => guard('boardHeldOff', undefined, () => hooks.boardHeldOff(session, address)),
    sharedReaders: (accountId, espid) => guard('sharedReaders', [], () => hooks.sharedReaders(accountId, espid)),
    sharedRead: (readerId, espid) => guard('sharedRead', undefined, () => hooks.sharedRead(readerId, espid)),
    mayRead: (accountId, espid) => guard('mayRead', false, () => hooks.mayRead(accountId, espid)),
  };
}
