// Ends with 0 when the server of this machine can take boards and people, for the health checks of containers.
const port = Number(process.env.PORT || 3000);
const timeoutMs = 4_000;

try {
  const response = await fetch(`http://127.0.0.1:${port}/readyz`, { signal: AbortSignal.timeout(timeoutMs) });
  console.log(await response.text());
  process.exitCode = response.ok ? 0 : 1;
} catch (error) {
  console.error(`The server does not respond at port ${port}: ${error.cause?.code ?? error.message}`);
  process.exitCode = 1;
}
