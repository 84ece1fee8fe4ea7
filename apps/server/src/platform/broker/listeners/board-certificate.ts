import type { SecureContext } from 'node:tls';

/** The certificate of the ports for boards, PEM texts. */
export interface BoardCertificate {
  readonly key: string;
  readonly cert: string;
  /** Another one, for who names this server so; undefined: that above. Absent: there is no other one. */
  readonly contextFor?: (name: string) => SecureContext | undefined;
}

/** Both as a TLS server takes them. */
export function certificateOptions({ key, cert, contextFor }: BoardCertificate) {
  type Chosen = (error: Error | null, context?: SecureContext) => void;
  const choose = contextFor && ((name: string, chosen: Chosen) => chosen(null, contextFor(name)));
  return { key, cert, ...(choose && { SNICallback: choose }) };
}
