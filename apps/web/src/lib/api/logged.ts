import { ApiError } from './api-client.ts';

/** What a failure is called that has no message of the server (product specification, section 8). */
const fallbackMessage = 'Failed to authenticate. Check your login data.';

/** Notes in the console why a call failed, for the calls of which the product specification, section 8, requires it. */
export async function logged<T>(call: Promise<T>): Promise<T> {
  try {
    return await call;
  } catch (error) {
    // biome-ignore lint/suspicious/noConsole: the product specification requires this line.
    if (error instanceof ApiError) console.warn(error.serverText ?? fallbackMessage);
    throw error;
  }
}
