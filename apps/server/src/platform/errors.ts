import type {
  AccountDeletion,
  ErrorBody,
  ErrorCause,
  ErrorCode,
  ErrorReason,
  ErrorValues,
  Thing,
  TwoFactorChallenge,
} from '@cyno/contract';

/** An error with a public face: `message` is the sentence that the user reads; `cause` stays in the log. */
export class AppError extends Error {
  readonly status: number;
  readonly code: ErrorCode;
  /** For clients that word the error in another language than that of `message`. */
  readonly why: ErrorCause | undefined;
  readonly fields: Record<string, string> | undefined;
  /** With `second_step_required`: how to continue. */
  readonly twoFactor: TwoFactorChallenge | undefined;
  /** With `account_closing`: how to take the deletion back. */
  readonly deletion: AccountDeletion | undefined;
  /** With `conflict`: the devices that a dashboard has now. */
  readonly devices: readonly string[] | undefined;
  /** Sent as the header `Retry-After`. */
  readonly retryAfterSeconds: number | undefined;
  /** Who threw it has written it down: it can happen so often that the request leaves no line of its own. */
  readonly isNoted: boolean;

  constructor(
    status: number,
    code: ErrorCode,
    message: string,
    options: {
      cause?: unknown;
      why?: ErrorCause;
      fields?: Record<string, string>;
      twoFactor?: TwoFactorChallenge;
      deletion?: AccountDeletion;
      devices?: readonly string[];
      retryAfterSeconds?: number;
      isNoted?: boolean;
    } = {},
  ) {
    super(message, { cause: options.cause });
    this.name = 'AppError';
    this.status = status;
    this.code = code;
    this.why = options.why;
    this.fields = options.fields;
    this.twoFactor = options.twoFactor;
    this.deletion = options.deletion;
    this.devices = options.devices;
    this.retryAfterSeconds = options.retryAfterSeconds;
    this.isNoted = options.isNoted ?? false;
  }

  /** The body of the HTTP response. */
  toBody(): ErrorBody {
    return {
      error: this.message,
      code: this.code,
      ...this.why,
      ...(this.fields && { fields: this.fields }),
      ...(this.twoFactor && { secondStep: this.twoFactor }),
      ...(this.deletion && { closing: this.deletion }),
      ...(this.devices && { devices: [...this.devices] }),
    };
  }
}

type ValuesOf<Reason extends ErrorReason> =
  Record<never, never> extends ErrorValues[Reason] ? [] : [values: ErrorValues[Reason]];

/** Why an error happened, with the values that its sentence needs, for the options of `AppError`. */
export const because = <Reason extends ErrorReason>(reason: Reason, ...[values]: ValuesOf<Reason>) => ({
  why: { reason, values: values ?? {} } as ErrorCause,
});

type Why = { why?: ErrorCause };

/** 404: also for what exists but belongs to somebody else. */
export const notFound = (thing: Thing, id: string): AppError =>
  new AppError(
    404,
    'not_found',
    `There is no ${thing} "${id}" in your account.`,
    because('thing_not_found', { thing }),
  );

export const forbidden = (sentence: string, options?: Why): AppError =>
  new AppError(403, 'forbidden', sentence, options);
export const badRequest = (sentence: string, options?: Why & { fields?: Record<string, string> }): AppError =>
  new AppError(400, 'bad_request', sentence, options);
export const notAuthenticated = (): AppError =>
  new AppError(401, 'not_authenticated', 'Log in first.', because('log_in_first'));
export const rateLimited = (retryAfterSeconds: number): AppError =>
  new AppError(429, 'rate_limited', `Too many tries. Wait ${retryAfterSeconds} s and try again.`, {
    retryAfterSeconds,
  });
/** 429 for what costs more work than one account or address may request; who throws it writes it down. */
export const overloaded = (retryAfterSeconds: number): AppError =>
  new AppError(429, 'rate_limited', `These are too many requests at once. Wait ${retryAfterSeconds} s and try again.`, {
    ...because('too_many_requests'),
    retryAfterSeconds,
    isNoted: true,
  });
