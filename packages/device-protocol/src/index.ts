export { actionProblem, type BoardAction } from './board-action.ts';
export { type BoardFamily, boardFamily, maxPacketBytes, maxPayloadBytes, packetBytes } from './board-family.ts';
export { type ListCapacity, listCapacity, listEntries, listPayload } from './board-lists.ts';
export { clockSeconds } from './clock-seconds.ts';
export {
  type EventCommand,
  eventPayload,
  eventProblem,
  eventSegment,
  isDots,
  joinSegments,
  type OutputCommand,
  outputProblem,
  outputSegment,
} from './commands.ts';
export { isFirmwareAtLeast } from './firmware.ts';
export { type BoardInfo, parseInfo } from './info.ts';
export { type IoCommand, parseIoCommand } from './io-command.ts';
export { type BoardPin, findPin, findReportedPin, type OutputMode, pinsOf } from './pins.ts';
export { parseEventAction, parseOutputAction } from './reported-actions.ts';
export { type BoardComparison, type BoardRule, isBoardComparison, ruleEntry, ruleProblem } from './rules.ts';
export type { ParsedTelemetry } from './telemetry/parsed-telemetry.ts';
export { parseTelemetry, valueProblem } from './telemetry/telemetry.ts';
export { keyProblem, maxMagnitude } from './telemetry/telemetry-limits.ts';
export { isTemplateOf107, parseTemplate } from './template.ts';
export { type BoardTimer, timerEntry, timerProblem } from './timers.ts';
export { boardTopic, isLibraryBoardId, parseTopic } from './topic.ts';
export { boardPassword, parseUsername } from './username.ts';
