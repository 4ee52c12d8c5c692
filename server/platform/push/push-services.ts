// An endpoint is an address that a browser names and this server calls, so only those of known push services are accepted.

const SERVICES = [
  /^fcm\.googleapis\.com$/,
  /^([\w-]+\.)+push\.apple\.com$/,
  /^([\w-]+\.)*push\.services\.mozilla\.com$/,
  /^([\w-]+\.)+notify\.windows\.com$/,
];

/** `ownHosts` are further hosts with their ports, such as that of a push service for tests, which may speak plain HTTP. */
export function isPushService(endpoint: string, ownHosts: readonly string[]): boolean {
  const url = URL.parse(endpoint);
  if (url?.username !== '' || url.password !== '') return false;
  if (ownHosts.includes(url.host)) return url.protocol === 'https:' || url.protocol === 'http:';
  return url.protocol === 'https:' && url.port === '' && SERVICES.some((host) => host.test(url.hostname));
}
