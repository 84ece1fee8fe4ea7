import type { AlertSeverity, ErrorCause } from '@cyno/contract';

/** Something that a chat switches, as its reader calls it. */
export interface SwitchedText {
  readonly name: string;
  readonly on: boolean;
}

/** What is sent to chats, in one language. A time span is a number of ms. */
export interface ChatTexts {
  readonly help: string;
  readonly unknownButton: string;
  readonly accountGone: string;
  /** `connected`: to the account of this address. */
  connected(email: string): string;
  readonly groupConnected: string;
  readonly disconnected: string;
  readonly notConnected: string;
  readonly alreadyConnected: string;
  readonly wrongCode: string;
  readonly tooManyContacts: string;
  readonly onlyJoiner: string;
  readonly tooLate: string;
  readonly flood: string;
  readonly accountFlood: string;
  tooLong(max: number): string;

  unknown(typed: string): string;
  readonly which: string;
  /** `Farm (group)` */
  ofKind(name: string, kind: 'group' | 'device' | 'scene'): string;
  readonly deviceGone: string;
  readonly groupGone: string;

  readonly noDevices: string;
  counted(count: { devices: number; online: number; offline: number }): string;
  groupOf(name: string, devices: number): string;
  /** `forMs` null: it is not known since when. */
  offline(device: string, forMs: number | null): string;
  online(device: string): string;
  readonly noValues: string;
  more(count: number): string;
  readonly now: string;
  ago(ms: number): string;
  readonly noAlerts: string;
  openAlerts(unacknowledged: number): string;
  readonly moreInApp: string;
  alert(alert: {
    device: string;
    text: string;
    severity: AlertSeverity;
    forMs: number;
    isAcknowledged: boolean;
  }): string;

  readonly noOutputs: string;
  /** The first outputs that there are; `isMore`: not all of them. */
  noOutput(typed: string, known: readonly string[], isMore: boolean): string;
  readonly outputGone: string;
  whichSwitched(on: boolean): string;
  confirmSwitch(name: string, device: string, on: boolean): string;
  yesSwitch(on: boolean): string;
  viewOnly(device: string): string;
  pinOf(pin: string, device: string): string;
  switchWaits(switched: SwitchedText): string;
  switchOffline(switched: SwitchedText, device: string): string;
  /** `ms` null: it is not known how long that took. */
  switchDone(switched: SwitchedText, ms: number | null): string;
  switchUnconfirmed(switched: SwitchedText): string;
  switchSuperseded(switched: SwitchedText): string;
  switchFailed(switched: SwitchedText, reason: string): string;

  noScene(typed: string): string;
  readonly whichScene: string;
  confirmScene(name: string, isLocked: boolean): string;
  readonly yesRun: string;
  readonly sceneGone: string;
  sceneRuns(name: string): string;
  sceneRunsOffline(name: string, offline: readonly string[]): string;
  sceneEnded(name: string, done: number, count: number): string;
  /** Where the name of a device is not known any more. */
  readonly aDevice: string;
  readonly notDone: string;

  readonly acknowledge: string;
  readonly snoozeHour: string;
  /** `Fan on`: a button has room for 20 letters. */
  switchButton(switched: SwitchedText): string;
  readonly open: string;
  readonly messageTooOld: string;
  /** Why a request was refused; `sentence` is the server's own, in English. */
  refused(sentence: string, why: ErrorCause | undefined): string;

  /** On the picture of a chart; `amount`: the limit with its unit. */
  readonly pictureSpan: string;
  pictureLimit(amount: string): string;

  /** What Telegram offers beside the commands. */
  readonly commands: Readonly<Record<'status' | 'alerts' | 'help' | 'stop', string>>;
}
