import type { BoardEvent, Output } from '@cyno/contract';
import type { OpenCommand } from './command.ts';
import type { EventRow, OutputRow } from './control.repository.ts';

/** An output with what is wished of it; `open` is the command under way. */
export function showOutput({ deviceId: _, saved: __, ...row }: OutputRow, open: OpenCommand | undefined): Output {
  return { ...row, wanted: open ? Number(open.value) : null };
}

/** An event with what is wished of it. */
export function showEvent({ deviceId: _, saved: __, ...row }: EventRow, open: OpenCommand | undefined): BoardEvent {
  return { ...row, wanted: open?.value ?? null };
}
