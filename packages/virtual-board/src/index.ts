export type { BoardEvent, BoardState, VirtualBoard, VirtualBoardOptions } from './board-api.ts';
export { type BoardClock, boardClock } from './board-clock.ts';
export { boardId } from './board-id.ts';
export { type Firmware, macAddress } from './chip.ts';
export type { CloseReason } from './connection.ts';
export { type Kit, type KitName, kits, type Moment } from './kits.ts';
export { type Random, seededRandom } from './signals.ts';
export type { UpdateFailure, UpdateOutcome } from './update/update-download.ts';
export { createVirtualBoard } from './virtual-board.ts';
