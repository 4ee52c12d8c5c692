// Ends with 0 if the process of this container is ready to work.
const { METRICS_HOST = '127.0.0.1', METRICS_PORT = '9464' } = process.env;
const host = METRICS_HOST === '0.0.0.0' ? '127.0.0.1' : METRICS_HOST;
const answer = await fetch(`http://${host}:${METRICS_PORT}/readyz`, {
  signal: AbortSignal.timeout(4_000),
}).catch(() => undefined);
process.exit(answer?.ok ? 0 : 1);
