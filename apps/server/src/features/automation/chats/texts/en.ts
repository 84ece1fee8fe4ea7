import { joined, roughly } from '@cyno/contract';
import type { ChatTexts, SwitchedText } from './chat-texts.ts';

const onOrOff = (on: boolean): string => (on ? 'on' : 'off');
const switched = ({ name, on }: SwitchedText): string => `${name} ${onOrOff(on)}`;
/** `1 device`, `3 devices` */
const devices = (count: number): string => `${count} ${count === 1 ? 'device' : 'devices'}`;

/** What is sent to chats, in English. */
export const chatTextsEn: ChatTexts = {
  help: [
    'You can write:',
    'status – which devices are online, and what is wrong',
    'alerts – what is wrong now',
    'the name of a device or group, such as “greenhouse” – its newest values',
    'the name of an output with on or off, such as “fan on” – switches it, and reports what the board did',
    'the name of a scene, such as “evening”, or “run evening” – runs it',
    'stop – this chat gets no more messages and can do nothing any more',
  ].join('\n'),
  unknownButton: 'This button does nothing any more.',
  accountGone: 'The account is gone.',
  connected: (email) =>
    `Connected with the account ${email}. Its notifications come here. Write “help” to see what you can request.`,
  groupConnected:
    'Connected. This group gets the notifications of the person who connected it, and only that person can request something here.',
  disconnected: 'Disconnected. This chat gets no more messages. To connect it again, open your profile in Cyno.',
  notConnected: 'This chat is not connected. In Cyno open your profile, and under Contacts choose “Add a service”.',
  alreadyConnected: 'This chat is connected already. To connect it with another account, write “stop” first.',
  wrongCode: 'This link was used or has expired. Get another one from your profile in Cyno.',
  tooManyContacts: 'The account has as many contacts as it can have. Remove one in its profile first.',
  onlyJoiner: 'Only the person who connected this group can do that.',
  tooLate: 'This message reached the server late, so nothing was done. Write it again if you still want it.',
  flood: 'Too many messages. What you write within the next minute is ignored.',
  accountFlood: 'That was a lot. The next requests of your account are ignored for some minutes.',
  tooLong: (max) => `Write at most ${max} characters.`,

  unknown: (typed) => `I know no device, group, scene or command “${typed}”. Write “help” to see what I know.`,
  which: 'Which one do you mean?',
  ofKind: (name, kind) => `${name} (${kind})`,
  deviceGone: 'This device is gone, or not shared with you any more.',
  groupGone: 'This group is gone.',

  noDevices: 'There are no devices yet.',
  counted: ({ devices: count, online, offline }) => `${devices(count)}: ${online} online, ${offline} offline`,
  groupOf: (name, count) => `${name}: ${devices(count)}`,
  offline: (device, forMs) => `${device}: offline${forMs === null ? '' : ` for ${roughly(forMs)}`}`,
  online: (device) => `${device}: online`,
  noValues: 'It has sent no values yet.',
  more: (count) => `and ${count} more`,
  now: 'now',
  ago: (ms) => `${roughly(ms)} ago`,
  noAlerts: 'No open alerts.',
  openAlerts: (unacknowledged) => `Open alerts, ${unacknowledged} of them not acknowledged:`,
  moreInApp: 'and more in the app',
  alert: ({ device, text, severity, forMs, isAcknowledged }) =>
    `${device}: ${text} (${severity}, for ${roughly(forMs)}${isAcknowledged ? ', acknowledged' : ''})`,

  noOutputs: 'Your devices have no outputs yet. Set them up on the tab Control of a device.',
  noOutput: (typed, known, isMore) =>
    `There is no output “${typed}”. I know ${known.join(', ')}${isMore ? ' and more' : ''}.`,
  outputGone: 'This output is gone, or not shared with you any more.',
  whichSwitched: (on) => `Which one is to be switched ${onOrOff(on)}?`,
  confirmSwitch: (name, device, on) => `Switch ${name} of ${device} ${onOrOff(on)}?`,
  yesSwitch: (on) => `Yes, switch it ${onOrOff(on)}`,
  viewOnly: (device) => `You may only view ${device}. Ask its owner if you need to do more.`,
  pinOf: (pin, device) => `${pin} of ${device}`,
  switchWaits: (what) => `${switched(what)}: it waits for its turn. I report when it is done.`,
  switchOffline: (what, device) =>
    `${switched(what)}: ${device} is offline. It is switched when it is back; I report then.`,
  switchDone: (what, ms) => `${switched(what)}, done${ms === null ? '' : ` in ${ms} ms`}`,
  switchUnconfirmed: (what) => `${switched(what)}: sent. This firmware cannot confirm it.`,
  switchSuperseded: (what) => `${switched(what)}: a newer command took its place.`,
  switchFailed: (what, reason) => `${switched(what)}: not delivered. ${reason}`.trimEnd(),

  noScene: (typed) => `There is no scene “${typed}”.`,
  whichScene: 'Which scene do you mean?',
  confirmScene: (name, isLocked) => `Run ${name}?${isLocked ? ' Something in it is locked.' : ''}`,
  yesRun: 'Yes, run it',
  sceneGone: 'This scene is gone.',
  sceneRuns: (name) => `${name} runs. I report when each board has.`,
  sceneRunsOffline: (name, offline) => `${name} runs. I report when it is done: ${joined(offline)} offline.`,
  sceneEnded: (name, done, count) =>
    `${name}: ${done === count && done > 1 ? `all ${done} done` : `${done} of ${count} done`}`,
  aDevice: 'A device',
  notDone: 'not done',

  acknowledge: 'Acknowledge',
  snoozeHour: 'Snooze 1 h',
  switchButton: switched,
  open: 'Open in Cyno',
  messageTooOld: 'This message is too old. Open Cyno to see what is left to do.',
  refused: (sentence) => sentence,

  pictureSpan: 'Last 24 hours',
  pictureLimit: (amount) => `Limit ${amount}`,

  commands: {
    status: 'Which devices are online, and what is wrong',
    alerts: 'What is wrong now',
    help: 'What you can request',
    stop: 'Disconnect this chat',
  },
};
