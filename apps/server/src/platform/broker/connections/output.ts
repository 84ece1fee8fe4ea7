/** Something that gathered output and writes it when flushed. */
export interface Writer {
  write(): void;
}

let waiting: Writer[] = [];

/** Has `writer` write once the running callback and its microtasks are done: one system call for all their packets. */
export function writeSoon(writer: Writer): void {
  if (waiting.length === 0) process.nextTick(writeAll);
  waiting.push(writer);
}

function writeAll(): void {
  const writers = waiting;
  waiting = [];
  for (const writer of writers) writer.write();
}
