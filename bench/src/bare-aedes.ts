import { createServer } from 'node:net';
import { Aedes } from 'aedes';

/** The peer: aedes as it comes, which stores nothing, contacts nobody and acknowledges at once. Prints its port. */
const broker = await Aedes.createBroker();
const server = createServer(broker.handle);
server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  process.stdout.write(`${JSON.stringify({ port })}\n`);
});
