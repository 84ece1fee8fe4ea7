/** Where a request came from. */
export interface Origin {
  readonly ip: string;
  readonly userAgent: string | null;
}
