import type { CertificateFacts, KeyPair } from './key-pair.ts';

/** A certificate of the server and what is known of it. Instants in milliseconds. */
export interface CertificateStatus {
  /** `root`: what devices trust so that they trust the web server's. */
  readonly use: 'web' | 'boards' | 'root';
  readonly source: 'acme' | 'files' | 'self_signed' | 'local';
  /** Null: there is none yet. */
  readonly facts: CertificateFacts | null;
  /** When it is renewed without anybody's doing; null: never. */
  readonly renewsAt: number | null;
  /** Why the last attempt failed, when nothing came of it since. */
  readonly failure: { readonly at: number; readonly text: string; readonly nextTryAt: number } | null;
}

/** Where the web server's certificate comes from. */
export interface CertificateSource {
  /** Null: there is none yet. */
  readonly pair: KeyPair | null;
  /** True: this server replaces it in time. */
  readonly renewsItself: boolean;
  /** For how long browsers may insist on HTTPS, seconds; 0: not at all. */
  readonly strictSeconds: number;
  status(): CertificateStatus;
  /** Calls the listener with each new certificate. */
  onChange(listener: () => void): void;
  start(): Promise<void> | void;
  stop(): Promise<void> | void;
}
