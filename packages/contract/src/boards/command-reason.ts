/** Why a command came to nothing, or what was to lead to one, in English; it is stored as such a sentence. */
export const commandReasons = [
  'Sent. This firmware cannot confirm it.',
  'The board did not answer.',
  'The board did not answer within 5 s.',
  'The board did not come back in time.',
  'The connection broke before the board answered.',
  'The server stopped before the board answered.',
  'The server stopped before it was sent.',
  'The server could not send it. Look into its log.',
  'The device was deleted.',
  'The device was handed over to another account.',
  'There is no such device that you may operate.',
  'The pass was revoked.',
  'The public link was changed.',
  'The public link was revoked.',
  'An administrator ended all sharing of this account.',
  'The person who sent it may no longer operate this device.',
  'This device is paused because your plan has no room for it. See the plan page.',
  'Too many commands wait for this board. Wait until it is back.',
] as const;
export type CommandReason = (typeof commandReasons)[number];
