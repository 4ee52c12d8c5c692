import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Registry } from 'prom-client';
import { registry } from './metrics.ts';

/** Returns why the process is not ready, or undefined if it is. */
type Probe = () => Promise<string | undefined>;

export type OperatorPort = { address: string; stop(): Promise<void> };

/** Serves totals and probes to the operator's own programs, on a port that visitors cannot reach. */
export async function openOperatorPort(
  { host, port }: { host: string; port: number },
  { gauges, probes }: { gauges: Registry; probes: Record<string, Probe> },
): Promise<OperatorPort> {
  const all = Registry.merge([registry, gauges]);
  const server = createServer(async (request, response) => {
    const answer = (status: number, type: string, body: string) =>
      response.writeHead(status, { 'content-type': type, 'cache-control': 'no-store' }).end(body);
    try {
      if (request.method !== 'GET' && request.method !== 'HEAD')
        return answer(405, 'text/plain', 'Only GET\n');
      if (request.url === '/metrics') return answer(200, all.contentType, await all.metrics());
      if (request.url === '/livez') return answer(200, 'text/plain', 'alive\n');
      const probe = probes[request.url ?? ''];
      if (!probe)
        return answer(404, 'text/plain', `Only /metrics, /livez, ${Object.keys(probes).join(', ')}\n`);
      const reason = await probe();
      return reason
        ? answer(503, 'text/plain', `not ready: ${reason}\n`)
        : answer(200, 'text/plain', 'ready\n');
    } catch {
      return answer(503, 'text/plain', 'The totals cannot be read now\n');
    }
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, resolve);
  });
  const { port: opened } = server.address() as AddressInfo;
  return {
    address: `http://${host}:${opened}`,
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
