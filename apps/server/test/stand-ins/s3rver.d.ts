declare module '@20minutes/s3rver' {
  import type { AddressInfo } from 'node:net';

  /** The part that tests use; it comes without types. */
  class S3rver {
    constructor(options: Readonly<Record<string, unknown>>);
    allowMismatchedSignatures: boolean;
    readonly middleware: ((context: { readonly path: string }, next: () => unknown) => unknown)[];
    run(): Promise<AddressInfo>;
    close(): Promise<void>;
  }
  export = S3rver;
}
