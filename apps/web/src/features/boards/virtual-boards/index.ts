export { useStartVirtualBoard } from './virtual-board.ts';
