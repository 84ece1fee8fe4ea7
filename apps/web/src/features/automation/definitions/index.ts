export { actionText } from './action-text.ts';
export {
  useCancelWaiting,
  useRemoveAutomation,
  useSaveAutomation,
  useSaveLocation,
  useToggleAutomation,
} from './automation-calls.ts';
export {
  type ActionDraft,
  addedParts,
  type Draft,
  type DurationDraft,
  definitionOf,
  draftOf,
  durationDraft,
  durationSeconds,
  emptyDraft,
  isSwitchDraft,
  type Problems,
  readAction,
  type StepDraft,
  type SwitchDraft,
  serverProblems,
  type TimerMoment,
} from './automation-draft.ts';
export {
  alertRulesQuery,
  automationQuery,
  dryRunQuery,
  previewQuery,
  runsQuery,
  scenesQuery,
} from './automation-queries.ts';
export { canRelease, releaseSide } from './condition-text.ts';
export type {
  AlertDraft,
  ConditionDraft,
  ConditionsDraft,
  ConditionsProblems,
  DevicesDraft,
  ValueDraft,
} from './conditions-draft.ts';
export { DeviceBoxes } from './device-boxes.tsx';
export { DurationBox } from './duration-box.tsx';
export { type LastValue, LastValueText, useLastValue } from './last-value.tsx';
export { likelyAction } from './likely-action.ts';
export { Line } from './line.tsx';
export { MessageBox, MessageVariables } from './message-box.tsx';
export { alertRuleName, alertRuleTitle, type Names, namesOf, unknownDeviceName } from './names.ts';
export { NumberBox } from './number-box.tsx';
export { type Part, plainSentence, richParts, strong, typed } from './rich-text.ts';
export { sentenceOf, stepParts } from './sentence.ts';
export { SentenceView } from './sentence-view.tsx';
export {
  actionFor,
  chosenOption,
  eventOf,
  messageChoice,
  modesOf,
  otherEvent,
  switchOptions,
  type TargetOption,
  targetOptions,
} from './targets.ts';
export { aheadText, clockText, durationText, nextText, weekdayName } from './time-text.ts';
export { useNames } from './use-names.ts';
export { ValueBox } from './value-box.tsx';
