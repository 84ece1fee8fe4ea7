declare module 'pino-roll' {
  import type { EventEmitter } from 'node:events';
  import type { DestinationStream } from 'pino';

  /** https://github.com/mcollina/pino-roll#options; the stream is a SonicBoom. */
  function build(options: {
    file: string;
    extension?: string;
    frequency?: 'daily';
    dateFormat?: string;
    size?: string;
    maxLength?: number;
    mode?: number;
  }): Promise<DestinationStream & EventEmitter & { readonly file: string; end(): void; destroy(): void }>;
  export = build;
}
