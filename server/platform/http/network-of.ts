import { isIPv6 } from 'node:net';

const IPV4_IN_IPV6 = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i;

const NETWORK_GROUPS = 4;
const SUBNET_GROUPS = 3;

/** One home or phone has a whole /64 of IPv6 addresses, so limits count the network instead of the address. */
export function networkOf(ip: string): string {
  const ipv4 = ipv4Of(ip);
  return ipv4 ?? prefixOf(ip, NETWORK_GROUPS);
}

/** The addresses that one attacker easily has at once: a /24, or a /48 of IPv6. */
export function subnetOf(ip: string): string {
  const ipv4 = ipv4Of(ip);
  return ipv4 ? ipv4.replace(/\.\d+$/, '.0/24') : prefixOf(ip, SUBNET_GROUPS);
}

function ipv4Of(ip: string): string | undefined {
  return IPV4_IN_IPV6.exec(ip)?.[1] ?? (isIPv6(ip) ? undefined : ip);
}

function prefixOf(ip: string, kept: number): string {
  const [head = '', tail] = (ip.split('%', 1)[0] ?? '').split('::');
  const front = head === '' ? [] : head.split(':');
  const back = tail ? tail.split(':') : [];
  const groups = [...front, ...Array(Math.max(0, 8 - front.length - back.length)).fill('0'), ...back];
  return `${groups
    .slice(0, kept)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')}::/${16 * kept}`;
}
