declare module 'pino-roll' {
  import type { DestinationStream } from 'pino';

  /** https://github.com/mcollina/pino-roll#options; the stream is a SonicBoom. */
  function build(options: {
    file: string;
    extension?: string;
    size?: string;
    limit?: { count: number; removeOtherLogFiles?: boolean };
  }): Promise<DestinationStream>;
  export = build;
}
