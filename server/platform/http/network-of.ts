import { isIPv4, isIPv6 } from 'node:net';

const IPV4_IN_IPV6 = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i;

/** One home or phone has a whole /64 of IPv6 addresses, so limits count the network instead of the address. */
export function networkOf(ip: string | undefined): string {
  const address = plainAddress(ip);
  return isIPv6(address) ? `${groupsOf(address, 4)}::/64` : address;
}

/** The wider network that a provider gives to one site: a /24 of IPv4 addresses, a /48 of IPv6 addresses. */
export function subnetOf(ip: string | undefined): string {
  const address = plainAddress(ip);
  if (isIPv6(address)) return `${groupsOf(address, 3)}::/48`;
  return isIPv4(address) ? `${address.split('.').slice(0, 3).join('.')}.0/24` : address.slice(0, 50);
}

/** Node no longer knows the address of a caller who has hung up, so their address is empty. */
function plainAddress(ip = ''): string {
  return IPV4_IN_IPV6.exec(ip)?.[1] ?? ip;
}

function groupsOf(ip: string, count: number): string {
  const [head = '', tail] = (ip.split('%', 1)[0] ?? '').split('::');
  const front = head === '' ? [] : head.split(':');
  const back = tail ? tail.split(':') : [];
  const groups = [...front, ...Array(Math.max(0, 8 - front.length - back.length)).fill('0'), ...back];
  return groups
    .slice(0, count)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':');
}
