/** A board that is connected responds within this time or has failed; a queue before it may take longer. */
const firstReplyMs = 8_000;

interface Awaited {
  /** Calls `then` once, with what came of it. */
  follow(then: (text: string) => void): void;
  /** What is replied when that takes long. */
  readonly waiting: string;
  /** What is replied at once, because it will take long; null: that is not known. */
  readonly known: string | null;
  /** Reports what came of it after that. */
  later(text: string): void;
}

/** What came of something, or that it waits; then `later` reports the rest. */
export function nowOrLater({ follow, waiting, known, later }: Awaited): Promise<string> {
  return new Promise((resolve) => {
    let isWaiting = false;
    const wait = (text: string) => {
      isWaiting = true;
      clearTimeout(timer);
      resolve(text);
    };
    const timer = setTimeout(() => wait(waiting), firstReplyMs);
    follow((text) => {
      clearTimeout(timer);
      if (isWaiting) later(text);
      else resolve(text);
    });
    if (known !== null) wait(known);
  });
}
