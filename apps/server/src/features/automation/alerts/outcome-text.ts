/** `The command to D1 failed. The board did not respond.` */
export const commandText = (target: string, failed: boolean, reason: string | null): string =>
  failed ? `A command to ${target} failed.${because(reason)}` : `A command to ${target} was acknowledged.`;

/** `The firmware update failed. The download ended too soon.` */
export const updateText = (failed: boolean, reason: string | null): string =>
  failed ? `The firmware update failed.${because(reason)}` : 'A firmware update succeeded.';

const because = (reason: string | null): string => (reason === null ? '' : ` ${reason}`);
