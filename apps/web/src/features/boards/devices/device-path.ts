/** The address of a device's page; the id may hold blanks and parentheses. */
export function devicePath(espid: string, page = 'Overview'): string {
  return `/device/${encodeURIComponent(espid)}/${page}`;
}
