import { BlockList, isIP } from 'node:net';

/** Says why nothing is sent to an address, in words for the page: they do not repeat the address. */
export class AddressRefused extends Error {
  override name = 'AddressRefused' as const;
}

// The registries of special-purpose addresses (IANA). Of IPv6 only global unicast is public, so all that holds an IPv4
// address (mapped, compatible, NAT64), unique local and link-local ones are outside; 6to4 and Teredo are inside of it.
const special4 = `0.0.0.0/8 10.0.0.0/8 100.64.0.0/10 127.0.0.0/8 169.254.0.0/16 172.16.0.0/12 192.0.0.0/24 192.0.2.0/24
  192.31.196.0/24 192.52.193.0/24 192.88.99.0/24 192.168.0.0/16 192.175.48.0/24 198.18.0.0/15 198.51.100.0/24
  203.0.113.0/24 224.0.0.0/4 240.0.0.0/4`;
const special6 = '2001::/23 2001:db8::/32 2002::/16 2620:4f:8000::/48 3fff::/20';

const refused4 = listOf(special4, 'ipv4');
const refused6 = listOf(special6, 'ipv6');
const global6 = listOf('2000::/3', 'ipv6');

function listOf(ranges: string, family: 'ipv4' | 'ipv6'): BlockList {
  const list = new BlockList();
  for (const range of ranges.split(/\s+/)) {
    const [net = '', bits] = range.split('/');
    list.addSubnet(net, Number(bits), family);
  }
  return list;
}

/** Whether anybody on the Internet could be reached at this IP address. */
export function isPublic(ip: string): boolean {
  const family = isIP(ip);
  if (family === 4) return !refused4.check(ip, 'ipv4');
  return family === 6 && global6.check(ip, 'ipv6') && !refused6.check(ip, 'ipv6');
}

/** This machine. */
export const isLoopback = (ip: string) => ip === '::1' || (isIP(ip) === 4 && ip.startsWith('127.'));

export interface AllowedAddresses {
  /** Only for the service on one's own machine: this machine too, there also by http and on every port. */
  readonly loopback?: boolean;
}

/**
 * The URL, if messages may be sent to it: https on port 443, without credentials, and no address that is not public.
 * Whether its name has only public addresses is known when it is connected to.
 */
export function receiverOf(text: string, { loopback = false }: AllowedAddresses = {}): URL {
  if (!URL.canParse(text)) throw new AddressRefused('It is not a URL.');
  // the parser turns octal, hexadecimal and decimal forms of IPv4 into the usual one
  const url = new URL(text);
  const host = url.hostname.replace(/^\[|\]$/g, '');
  if (loopback && (isLoopback(host) || host === 'localhost') && /^https?:$/.test(url.protocol)) return url;
  if (url.protocol !== 'https:') throw new AddressRefused('The URL must begin with https://.');
  if (url.username !== '' || url.password !== '') {
    throw new AddressRefused('The URL must not have a user name or a password.');
  }
  if (url.port !== '') throw new AddressRefused('The URL must not have a port: messages go to port 443.');
  if (isIP(host) !== 0 && !isPublic(host)) throw notPublic();
  return url;
}

export const notPublic = () => new AddressRefused('The receiver is in a network that is not public.');
