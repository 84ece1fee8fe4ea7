export { BoardActions } from './board-actions.ts';
export { BoardFirmware } from './board-firmware.ts';
export type { BoardPlan } from './board-plan.ts';
export { BoardPrograms } from './board-programs.ts';
export { BoardTimes } from './board-times.ts';
