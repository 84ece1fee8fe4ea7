// Ends with 0 when the server of this machine can take boards and people, for the health checks of containers.
import { isIPv6 } from 'node:net';

loadSettings();
const { HOST: host = '', PORT: port } = process.env;
const isEverywhere = ['', '0.0.0.0', '::'].includes(host);
const address = `http://${isEverywhere ? '127.0.0.1' : isIPv6(host) ? `[${host}]` : host}:${port || 3000}`;
const timeoutMs = 4_000;

if (['auto', '0'].includes(port)) {
  console.error(`PORT is ${port}, so that only the server knows its port. Set PORT to a number.`);
  process.exit(1);
}
try {
  const response = await fetch(`${address}/readyz`, { signal: AbortSignal.timeout(timeoutMs) });
  console.log(await response.text());
  process.exitCode = response.ok ? 0 : 1;
} catch (error) {
  console.error(`The server does not respond at ${address}: ${error.cause?.code ?? error.message}`);
  process.exitCode = 1;
}

/** As the server reads them: `.env` of the working directory, where the environment wins. */
function loadSettings() {
  try {
    process.loadEnvFile();
  } catch (error) {
    if (error.code !== 'ENOENT') throw error;
  }
}
