import { randomUUID } from 'node:crypto';
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Config } from '#server/platform/config/config.ts';
import type { TrustProxy } from '#server/platform/config/environment.ts';
import { type Check, type Finding, failed, messageOf, ok, warning } from './finding.ts';

const TIMEOUT_MS = 10_000;
/** A proxy that passes on the first bytes at once does so within this time. */
const STREAM_PAUSE_MS = 1_500;
/** Longer than a proxy waits between two probes. */
const NOTICE_MS = 8_000;
const AWAY_STATUSES = new Set([502, 503, 504]);

export function checkPublicUrl(config: Config): Check[] {
  return [{ name: 'public address', run: async () => [...judgeScheme(config), ...(await visit(config))] }];
}

function judgeScheme({ production, publicUrl }: Config): Finding[] {
  if (!production || publicUrl.startsWith('https:')) return [];
  return [failed('public address', `PUBLIC_URL is ${publicUrl}: cards and log-ins need https`)];
}

/** While the site is stopped, a listener in its place sees what the proxy makes of a request. */
async function visit(config: Config): Promise<Finding[]> {
  const seen: Seen[] = [];
  const server = createServer((request, response) => {
    seen.push({ path: request.url ?? '', headers: request.headers });
    response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-cache' });
    response.write(': first\n\n');
    setTimeout(() => response.end(': last\n\n'), STREAM_PAUSE_MS);
  });
  const isListening = await listen(server, config);
  if (!isListening) return [await askRunningSite(config.publicUrl)];
  const port = (server.address() as AddressInfo).port;
  // Without a fixed port and address there is no proxy to ask.
  const publicUrl = config.port === 0 ? config.publicUrl.replace(/:0$/, `:${port}`) : config.publicUrl;
  // A proxy such as the HAProxy of deploy/haproxy forwards nothing before the probe says that the process is ready.
  const probe = createServer((_request, response) => response.end('ready\n'));
  const hasProbe = config.operatorPort !== undefined && (await listen(probe, config.operatorPort));
  try {
    const visited = await visitUntilSeen(publicUrl, seen);
    if (!visited.headers) return [judgeStranger(publicUrl, visited, hasProbe)];
    return [
      ok('public address', `${publicUrl} leads here`),
      judgeForwarding(config.trustProxy, visited.headers),
      ...judgeHost(publicUrl, visited.headers),
      visited.firstMs < STREAM_PAUSE_MS
        ? ok('live events', 'the proxy passes them on at once')
        : failed('live events', 'the proxy holds them back: turn off buffering for /api/live'),
    ];
  } catch (error) {
    return [
      warning(
        'public address',
        `${publicUrl} cannot be reached from here (${messageOf(error)}): check DNS, proxy and firewall`,
      ),
    ];
  } finally {
    for (const one of [server, probe]) {
      one.closeAllConnections();
      await new Promise((resolve) => one.close(resolve));
    }
  }
}

type Seen = { path: string; headers: IncomingHttpHeaders };
type Visited = {
  /** Undefined if no visit reached us. */
  headers: IncomingHttpHeaders | undefined;
  firstMs: number;
  status: number;
  isOurSite: boolean;
};

/** A proxy needs a moment to notice that we listen, and may lead to other processes of the site in between. */
async function visitUntilSeen(publicUrl: string, seen: Seen[]): Promise<Visited> {
  for (const deadlineMs = Date.now() + NOTICE_MS; ; await sleep(NOTICE_MS / 20)) {
    const path = `/api/live?doctor=${randomUUID()}`;
    const askedMs = Date.now();
    const response = await fetch(`${publicUrl}${path}`, {
      signal: AbortSignal.timeout(TIMEOUT_MS),
      redirect: 'manual',
    });
    const reader = response.body?.getReader();
    await reader?.read();
    const firstMs = Date.now() - askedMs;
    await reader?.cancel();
    const headers = seen.find((request) => request.path === path)?.headers;
    const { status } = response;
    const isOurSite = response.headers.has('x-request-id');
    const mayChange = AWAY_STATUSES.has(status) || isOurSite;
    if (headers || !mayChange || Date.now() > deadlineMs) return { headers, firstMs, status, isOurSite };
  }
}

function judgeStranger(publicUrl: string, { status, isOurSite }: Visited, hasProbe: boolean): Finding {
  const check = 'public address';
  if (isOurSite) {
    return ok(
      check,
      `${publicUrl} shows other processes of the site; stop them to have the proxy's headers checked`,
    );
  }
  if (AWAY_STATUSES.has(status)) {
    const hint = hasProbe
      ? 'check the addresses and ports of its servers'
      : 'if it asks for readiness, as deploy/haproxy does, set METRICS_PORT to the port it asks';
    return failed(
      check,
      `the proxy at ${publicUrl} finds no server behind it (it answers ${status}): ${hint}`,
    );
  }
  return failed(check, `${publicUrl} leads to another server (it answers ${status})`);
}

function listen(server: Server, { host, port }: { host: string; port: number }): Promise<boolean> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) =>
      error.code === 'EADDRINUSE'
        ? resolve(false)
        : reject(
            new Error(`HOST and PORT, or METRICS_HOST and METRICS_PORT, cannot be used: ${error.message}`),
          ),
    );
    server.listen(port, host, () => resolve(true));
  });
}

async function askRunningSite(publicUrl: string): Promise<Finding> {
  try {
    const response = await fetch(`${publicUrl}/api/health`, {
      signal: AbortSignal.timeout(TIMEOUT_MS),
      redirect: 'manual',
    });
    if (response.status === 200 && response.headers.get('x-request-id')) {
      return ok(
        'public address',
        `${publicUrl} shows the running site; stop it to have the proxy's headers checked`,
      );
    }
    return failed('public address', `${publicUrl}/api/health answers ${response.status}, not like this site`);
  } catch (error) {
    return warning(
      'public address',
      `${publicUrl} cannot be reached from here (${messageOf(error)}): check DNS, proxy and firewall`,
    );
  }
}

/** Every proxy adds the address it was called from, and we sent none. */
export function judgeForwarding(trust: TrustProxy, headers: IncomingHttpHeaders): Finding {
  const forwarded = String(headers['x-forwarded-for'] ?? '');
  const proxies = forwarded === '' ? 0 : forwarded.split(',').length;
  const check = 'proxy headers';
  if (trust === false) {
    return proxies === 0
      ? ok(check, 'there is no proxy, and none is trusted')
      : failed(
          check,
          `${proxies} proxies add X-Forwarded-For, but TRUST_PROXY is off, so all visitors look like one: set TRUST_PROXY=${proxies}`,
        );
  }
  if (proxies === 0) {
    return failed(
      check,
      'no proxy sets X-Forwarded-For, so visitors could invent addresses: let it set the header, or unset TRUST_PROXY',
    );
  }
  if ('networks' in trust || trust.hops === proxies)
    return ok(check, `X-Forwarded-For has ${proxies} addresses, as TRUST_PROXY says`);
  const risk = trust.hops > proxies ? 'visitors could invent addresses' : 'all visitors look like one';
  return failed(
    check,
    `${proxies} proxies set X-Forwarded-For, but TRUST_PROXY is ${trust.hops}, so ${risk}: set TRUST_PROXY=${proxies}`,
  );
}

export function judgeHost(publicUrl: string, headers: IncomingHttpHeaders): Finding[] {
  const { host, protocol } = new URL(publicUrl);
  const scheme = headers['x-forwarded-proto'];
  const findings: Finding[] = [];
  if (headers.host !== host && headers['x-forwarded-host'] !== host) {
    findings.push(warning('proxy headers', `the proxy sends Host ${headers.host} instead of ${host}`));
  }
  if (scheme && `${scheme}:` !== protocol) {
    findings.push(
      warning('proxy headers', `the proxy says X-Forwarded-Proto ${scheme}, but PUBLIC_URL is ${protocol}//`),
    );
  }
  return findings;
}
