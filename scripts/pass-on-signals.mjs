const PARENT_CHECK_MS = 500;

/** Calls `stop` when this process is asked to end, and when its parent is gone: npm signals only its shell. */
export function passOnSignals(stop) {
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => stop(signal));
  const parent = process.ppid;
  setInterval(() => {
    if (process.ppid !== parent) stop('SIGTERM');
  }, PARENT_CHECK_MS).unref();
}
