export { DayChips } from './day-chips.tsx';
export { TimerFields } from './timer-fields.tsx';
export { ZoneLine } from './zone-line.tsx';
