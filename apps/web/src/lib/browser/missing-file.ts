/** True for the errors that browsers throw when a module of the app does not come: it is not on the server any more, or nothing is. */
export function isMissingFile(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return /dynamically imported module|Importing a module script failed|Unable to preload CSS/.test(error.message);
}
