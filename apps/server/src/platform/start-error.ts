import type { ErrorCause } from '@cyno/contract';

/** Why the server cannot start, as one line for the operator that names what to do; shown without a stack. */
export class StartError extends Error {
  /** For pages, which word it in the language of their reader. */
  readonly why: ErrorCause | undefined;

  constructor(message: string, { why, ...options }: { cause?: unknown; why?: ErrorCause } = {}) {
    super(message, options);
    this.name = 'StartError';
    this.why = why;
  }
}

/** Describes why a listener did not open; `setting` is the environment variable that chooses the port. */
export function listenError(cause: NodeJS.ErrnoException, listener: { port: number; setting: string }): StartError {
  const { port, setting } = listener;
  switch (cause.code) {
    case 'EADDRINUSE':
      return new StartError(`Port ${port} is taken. Stop the program that uses it, or set ${setting} to another one.`, {
        cause,
      });
    case 'EACCES':
      return new StartError(`Port ${port} needs more rights. Set ${setting} to a port above 1023.`, { cause });
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
      return new StartError(
        `Port ${port} (${setting}) cannot be opened: this machine does not have the address in ${hostSettingOf(setting)}.`,
        { cause },
      );
    default:
      return new StartError(`Port ${port} (${setting}) cannot be opened: ${cause.message}`, { cause });
  }
}

/** Where the address stands at which the port of a setting is opened. */
function hostSettingOf(setting: string): string {
  if (/^HTTPS?_PORT$|^PORT$/.test(setting)) return 'HOST';
  return setting === 'MQTT_PORT' ? 'MQTT_PLAIN_HOST' : 'MQTT_HOST';
}
