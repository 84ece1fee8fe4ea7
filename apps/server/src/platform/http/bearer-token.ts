/** The token of an `Authorization` header (RFC 6750, section 2.1; the scheme's case does not matter); undefined when it holds none. */
export function bearerToken(header: string | undefined): string | undefined {
  return /^bearer +([\w.~+/-]+=*)$/i.exec(header ?? '')?.[1];
}
