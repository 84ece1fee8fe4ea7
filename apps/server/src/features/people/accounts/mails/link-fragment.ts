/** A link's token behind the `#`, which browsers keep to themselves: it is in no log of the server or of a proxy before it. */
export const linkFragment = (token: string): string => `#token=${token}`;
