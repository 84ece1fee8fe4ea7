/** npm stops only the shell between itself and this process, and that shell does not pass the signal on. */
export function endWithShell(stop) {
  if (!process.env.npm_lifecycle_event) return;
  const shell = process.ppid;
  setInterval(() => {
    if (process.ppid !== shell) stop();
  }, 500).unref();
}
