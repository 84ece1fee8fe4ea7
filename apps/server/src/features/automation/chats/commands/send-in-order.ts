import { type ChatReply, type ReportLater, textReply } from './reply.ts';

interface Sending {
  /** Finds the reply; what becomes known after it is given to `later`. */
  find(later: ReportLater): Promise<ChatReply | null>;
  send(reply: ChatReply | null): Promise<void>;
  /** Sends what became known later; never rejects. */
  sendLater(report: ChatReply): Promise<void>;
}

/** Sends a reply and what becomes known after it in this order, also where sending the reply takes longer. */
export async function sendInOrder({ find, send, sendLater }: Sending): Promise<void> {
  const sent = Promise.withResolvers<void>();
  const later = (report: string) => void sent.promise.then(() => sendLater(textReply(report)));
  try {
    await send(await find(later));
  } finally {
    sent.resolve();
  }
}
