import type { QuietLog } from '../log/index.ts';
import type { BrokerHooks, FeatureHooks } from './device-broker.ts';

/**
 * The handlers of all features as one. What happened is passed to each feature in the order of `features`, a question to the one that
 * handles it. Errors are logged, so that a feature's mistake stops no other feature and ends no connection and no process. A login
 * that fails gets `server unavailable`, a message with an error is not acknowledged; both are for the callers.
 */
export function combineHooks(features: readonly FeatureHooks[], log: QuietLog): BrokerHooks {
  const guard = <T>(hook: keyof BrokerHooks, otherwise: T, call: () => T): T => {
    try {
      return call();
    } catch (error) {
      log('error', 'A feature failed to handle an event of the broker.', { hook, err: error });
      return otherwise;
    }
  };
  const each = (hook: keyof BrokerHooks, call: (feature: FeatureHooks) => void): void => {
    for (const feature of features) guard(hook, undefined, () => call(feature));
  };
  const merged: Omit<BrokerHooks, 'boardMessage'> & Pick<FeatureHooks, 'boardReported'> = Object.assign(
    {},
    ...features,
  );
  const takers = features.filter(({ boardMessage }) => boardMessage !== undefined);
  return {
    authenticate: (request) => merged.authenticate(request),
    maxPacketBytes: (espid) => merged.maxPacketBytes(espid),
    appMessage: (session, message) => guard('appMessage', undefined, () => merged.appMessage(session, message)),
    mayRead: (accountId, espid) => guard('mayRead', false, () => merged.mayRead(accountId, espid)),
    sharedReaders: (accountId, espid) => guard('sharedReaders', [], () => merged.sharedReaders(accountId, espid)),
    sharedRead: (readerId, espid) => each('sharedRead', (to) => to.sharedRead?.(readerId, espid)),
    boardConnected: (session) => each('boardConnected', (to) => to.boardConnected?.(session)),
    boardSubscribed: (session, first) => each('boardSubscribed', (to) => to.boardSubscribed?.(session, first)),
    boardDisconnected: (session, reason) => each('boardDisconnected', (to) => to.boardDisconnected?.(session, reason)),
    boardHeldOff: (session, address) => each('boardHeldOff', (to) => to.boardHeldOff?.(session, address)),
    boardMessageIgnored: (session, topic) =>
      each('boardMessageIgnored', (to) => to.boardMessageIgnored?.(session, topic)),
    boardMessage(session, message) {
      let stored: Promise<void> | undefined;
      let isReport = false;
      let failure: { error: unknown } | undefined;
      for (const feature of takers) {
        try {
          const taken = feature.boardMessage?.(session, message);
          if (taken === true) isReport = true;
          else if (taken) stored = taken;
        } catch (error) {
          failure = { error };
        }
      }
      if (isReport) stored = merged.boardReported?.(session, message);
      if (failure) throw failure.error;
      return stored;
    },
  };
}
