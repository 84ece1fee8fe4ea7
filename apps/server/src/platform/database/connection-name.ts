/** The name under which PostgreSQL lists a connection; with the tag of the server where that is one of several. */
export const connectionName = (purpose: string, tag: string | null): string =>
  tag === null ? purpose : `${purpose} of ${tag}`;
