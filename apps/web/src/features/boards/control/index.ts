export { actorPhrase, isAutomation } from './actor-phrase.ts';
export { CommandReceipt, LatestReceipt } from './command-receipt.tsx';
export {
  type CommandStatus,
  commandReasonText,
  describeCommand,
  formatLevel,
  stateStatus,
} from './command-text.ts';
export { controlQuery, noteCommands, type Requested, takeControl } from './control-query.ts';
export { loadControlPage, loadOutputDialog } from './lazy-parts.ts';
export { describePin, describeValue } from './output-text.ts';
export { pinNoteText } from './pin-note-text.ts';
export { type CommandRequest, sendCommand, useRequested, useSendCommand } from './send-command.ts';
