import { joined } from '@cyno/contract';
import type { AlertMessageTexts, MessageTexts, ValueTexts } from './message-texts.ts';

const of = (group: string | null) => (group ? ` of ${group}` : '');

export const messageTextsEn: MessageTexts = {
  devices: (count, group) => `${count} devices${of(group)}`,
  notifications: (count, group) => `${count} notifications${of(group)}`,
  subject: (who, did, time) => `${who}${did ? ` ${did}` : ''} at ${time}`,
  did: {
    active: 'need attention',
    cleared: 'are back to normal',
    acknowledged: 'were acknowledged',
    notice: null,
    test: null,
  },
  probablyNetwork: ' – probably its network',
  andMore: (count) => `and ${count} more`,
  still: (subject) => `Still: ${subject}`,
  notAcknowledged: (subject) => `Not acknowledged: ${subject}`,
  passedOnBy: (by) => `${by} named you for alerts that nobody acknowledges. You can decline in your profile.`,
  deletedAccount: 'Deleted account',
  since: (day, time) => (day === null ? `Since ${time}.` : `Since ${day}, ${time}.`),
  veryMany: (until) => `You get very many messages. Further ones come as one, at about ${until}.`,
  contactFails: (name) => ({
    subject: `Notifications to ${name} do not arrive`,
    text: `For two days nothing that was sent to ${name} arrived.`,
  }),
  test: (contact) => ({ subject: 'Test from Cyno', text: `This is a test. Notifications to ${contact} arrive here.` }),
};

export const alertMessageTextsEn: AlertMessageTexts = {
  alert: 'Alert',
  suffixes: {
    active: '',
    cleared: ' – back to normal',
    cancelled: ' – alert cancelled',
    acknowledged: ' – acknowledged',
    muted: ' – snoozed',
    unmuted: '',
    resumed: ' – still active',
  },
  wentOffline: 'went offline',
  stillOffline: 'are still offline',
  cameBack: 'came back',
  wereCancelled: 'had their alerts cancelled',
};

export const valueTextsEn: ValueTexts = {
  on: 'on',
  off: 'off',
  nothing: 'no value',
  no: (variable) => `no ${variable}`,
  joined,
};
