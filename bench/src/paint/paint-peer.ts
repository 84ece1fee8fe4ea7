import { createServer as createHttpServer } from 'node:http';
import { createServer, type Server } from 'node:net';
import { Aedes } from 'aedes';
import { WebSocketServer } from 'ws';

/**
 * The peer: aedes as it comes hands every message to every page at once, and the page writes one number. Nothing is checked,
 * stored or drawn, so it is the floor of this machine. Prints its ports.
 */
const page = `<!doctype html><title>peer</title><output id="sequence"></output><script>
  let waiting;
  const show = () => { document.getElementById('sequence').textContent = waiting; waiting = undefined; };
  new WebSocket('ws://' + location.host).onmessage = ({ data }) => {
    const { topic, payload } = JSON.parse(data);
    if (topic !== location.hash.slice(1)) return;
    if (waiting === undefined) requestAnimationFrame(show);
    waiting = JSON.parse(payload).sequence;
  };
</script>`;

const portOf = (server: Server) => {
  const address = server.address();
  return typeof address === 'object' && address ? address.port : 0;
};

const http = createHttpServer((_request, response) => response.setHeader('content-type', 'text/html').end(page));
const pages = new WebSocketServer({ server: http });
const broker = await Aedes.createBroker();
broker.on('publish', ({ topic, payload }) => {
  const text = JSON.stringify({ topic, payload: String(payload) });
  for (const client of pages.clients) client.send(text);
});
const mqtt = createServer(broker.handle);
await new Promise<void>((resolve) => mqtt.listen(0, '127.0.0.1', resolve));
await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
process.stdout.write(`${JSON.stringify({ mqtt: portOf(mqtt), http: portOf(http) })}\n`);
