import { setTimeout as wait } from 'node:timers/promises';

// A process of its own: in that of ten thousand boards, the time of a response would be that of their sockets too.
const [address = ''] = process.argv.slice(2);
for (;;) {
  const startedAt = performance.now();
  await (await fetch(address)).text();
  console.log(JSON.stringify(performance.now() - startedAt));
  await wait(100);
}
