/** Why the server cannot start, as one line for the operator that says what to do; shown without a stack. */
export class StartError extends Error {
  constructor(message: string, options: { cause?: unknown } = {}) {
    super(message, options);
    this.name = 'StartError';
  }
}
