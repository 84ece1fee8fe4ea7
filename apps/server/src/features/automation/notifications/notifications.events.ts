import { defineEvent } from '../../../platform/bus/index.ts';

/** Something was passed on to an account, or it declines or accepts that: what it may acknowledge has changed. */
export const passedOnChanged = defineEvent<{ readonly accountId: number }>('passed-on.changed', {
  scope: 'cluster',
  key: 'accountId',
});
