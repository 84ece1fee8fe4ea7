/** A button under a message. */
export interface ChatButton {
  readonly label: string;
  /** What comes back when it is pressed; at most 64 bytes, which is what Telegram stores. Anybody can forge it. */
  readonly data: string;
}

/** What is sent into a chat: plain text, without any markup. */
export interface ChatReply {
  readonly text: string;
  readonly buttons: readonly ChatButton[];
  /**
   * What becomes of the message whose button was pressed, where the service can change it. By default it stays as it is; `replaced`: this
   * reply takes its place; `done`: it loses its buttons.
   */
  readonly pressed?: 'replaced' | 'done';
}

/** Sends what becomes known later, such as the report of a board. */
export type ReportLater = (text: string) => void;

export const textReply = (...lines: readonly string[]): ChatReply => ({ text: lines.join('\n'), buttons: [] });
