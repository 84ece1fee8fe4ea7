import { createServer as createHttpServer } from 'node:http';
import { type AddressInfo, createServer, type Server } from 'node:net';

// Node alone: sockets that nobody serves, and a page, in one process.
const listen = (server: Server) =>
  new Promise<number>((resolve) => {
    server.listen({ port: 0, host: '127.0.0.1', backlog: 4_096 }, () => {
      resolve((server.address() as AddressInfo).port);
    });
  });
const sockets = createServer((socket) => socket.on('error', () => socket.destroy()).resume());
const pages = createHttpServer((_, response) => response.end('a page'));
console.log(JSON.stringify([await listen(sockets), await listen(pages)]));
