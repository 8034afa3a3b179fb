import { expect, it } from 'vitest';
import { isPublic, receiverOf } from '../../../notices/send/address.ts';

/** Hosts of URLs, by what they are. None may be connected to. */
const forbidden: Readonly<Record<string, string>> = {
  unspecified: '0.0.0.0 0.1.2.3 0 [::]',
  loopback: '127.0.0.1 127.255.255.254 127.0.0.1. 127.1 [::1] [0:0:0:0:0:0:0:1]',
  'loopback in octal, hexadecimal and decimal':
    '0177.0.0.1 0x7f.0.0.1 0x7f000001 2130706433 017700000001 127.0x1 0x7F.1',
  private: '10.0.0.1 10.255.255.255 172.16.0.1 172.31.255.254 192.168.0.1 192.168.255.255 0xc0a80001',
  'carrier-grade NAT': '100.64.0.1 100.127.255.254 100.100.100.200',
  'link-local, with the metadata of instances, tasks and functions':
    '169.254.169.254 169.254.170.2 169.254.100.1 2852039166 0xA9FEA9FE 169.254.43518 [fe80::1] [febf::1] [fd00:ec2::254]',
  'of protocols and benchmarks': '192.0.0.1 192.0.0.170 198.18.0.1 198.19.255.255 192.88.99.1 [2001:2::1]',
  documentation: '192.0.2.1 198.51.100.7 203.0.113.9 [2001:db8::1] [3fff::1]',
  multicast: '224.0.0.1 239.255.255.250 [ff02::1] [ff0e::1]',
  'reserved, broadcast': '240.0.0.1 255.255.255.255 4294967295',
  'unique local, site-local': '[fc00::1] [fdff::1] [fec0::1]',
  'IPv4 mapped into IPv6': '[::ffff:127.0.0.1] [::ffff:10.0.0.1] [::ffff:a9fe:a9fe] [::ffff:8.8.8.8] [::127.0.0.1]',
  'IPv4 embedded for NAT64, 6to4, Teredo, ISATAP':
    '[64:ff9b::7f00:1] [64:ff9b::10.0.0.1] [64:ff9b:1::a00:1] [2002:7f00:1::] [2002:a9fe:a9fe::1] [2001:0:7f00:1::1] [fe80::5efe:10.0.0.1]',
  'discard-only, segment routing': '[100::1] [5f00::1]',
};

const hosts = Object.entries(forbidden).flatMap(([what, list]) => list.split(' ').map((host) => [host, what] as const));

it.each(hosts)('%s is refused: %s', (host) => {
  expect(() => receiverOf(`https://${host}/hook`)).toThrow('The receiver is in a network that is not public.');
});

it('the table has far more than forty', () => {
  expect(new Set(hosts.map(([host]) => host)).size).toBe(hosts.length);
  expect(hosts.length).toBeGreaterThan(60);
});

it.each('8.8.8.8 1.1.1.1 100.63.255.255 172.32.0.1 192.0.1.1 198.20.0.1 223.255.255.255 2606:4700::1111'.split(' '))(
  '%s is public',
  (ip) => {
    expect(isPublic(ip)).toBe(true);
  },
);

it.each([
  ['http://example.com/hook', 'The URL must begin with https://.'],
  ['file:///etc/passwd', 'The URL must begin with https://.'],
  ['gopher://example.com', 'The URL must begin with https://.'],
  ['https://example.com:8443/hook', 'The URL must not have a port: messages go to port 443.'],
  ['https://example.com:22', 'The URL must not have a port: messages go to port 443.'],
  ['https://me:secret@example.com', 'The URL must not have a user name or a password.'],
  ['https://me@example.com', 'The URL must not have a user name or a password.'],
  ['https://1.2.3.4.5/', 'It is not a URL.'],
  ['https://[fe80::1%25eth0]/', 'It is not a URL.'],
  ['example.com/hook', 'It is not a URL.'],
])('%s is refused: %s', (url, words) => {
  expect(() => receiverOf(url)).toThrow(words);
  // with leave for this machine nothing else is allowed
  expect(() => receiverOf(url, { loopback: true })).toThrow(words);
});

it.each(['https://hooks.slack.com/services/T0/B0/x', 'https://example.com:443/hook?a=b', 'https://8.8.8.8/'])(
  '%s is a receiver',
  (url) => {
    expect(receiverOf(url).href).toBe(url.replace(':443', ''));
  },
);

it('this machine is a receiver only where that is asked for, there by http and on any port', () => {
  for (const url of ['http://127.0.0.1:4000/hook', 'http://localhost:4000/', 'https://[::1]:8443/']) {
    expect(receiverOf(url, { loopback: true }).href).toBe(url);
    expect(() => receiverOf(url)).toThrow();
  }
  for (const url of ['http://10.0.0.1/', 'https://192.168.1.1/', 'https://169.254.169.254/', 'ftp://127.0.0.1/']) {
    expect(() => receiverOf(url, { loopback: true })).toThrow();
  }
});
