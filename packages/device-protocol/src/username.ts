/** The MQTT password that the public library sends, the same in every board; it proves nothing. */
export const boardPassword = 'cynoiotbundle';

/** Splits an MQTT user name `email[/KEY]`: the e-mail trimmed and in lower case, the connection key in upper case. */
export function parseUsername(username: string): { email: string; key: string | null } {
  const slash = username.lastIndexOf('/');
  // A slash before the @ belongs to the address (RFC 5322, 3.2.3).
  if (slash < username.lastIndexOf('@') || slash < 0) return { email: fold(username), key: null };
  const key = username
    .slice(slash + 1)
    .trim()
    .toUpperCase();
  return { email: fold(username.slice(0, slash)), key: key === '' ? null : key };
}

const fold = (email: string): string => email.trim().toLowerCase();
