// A key is a prefix, 30 random characters and a checksum of both. A mistyped or invented key fails the checksum and
// costs no I/O; the checksum is not a signature. Secret scanners find keys by their prefix.

export type KeyPrefix = 'svclive' | 'svctest';

const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const randomLength = 30;
const checksumLength = 6;
const keyIdLength = 8;
const pattern = /^svc(live|test)[0-9A-Za-z]{36}$/;

export function makeKey(prefix: KeyPrefix, randomBytes: (count: number) => Uint8Array): string {
  const body = prefix + randomText(randomBytes);
  return body + checksum(body);
}

export function isWellFormed(text: string): boolean {
  return pattern.test(text) && checksum(text.slice(0, -checksumLength)) === text.slice(-checksumLength);
}

/** The public id of a key: its first random characters. */
export function keyIdOf(key: string): string {
  return key.slice('svclive'.length, 'svclive'.length + keyIdLength);
}

function randomText(randomBytes: (count: number) => Uint8Array): string {
  // bytes from the last multiple of 62 on are skipped: they would favour the first characters of the alphabet
  const fair = 256 - (256 % alphabet.length);
  let text = '';
  while (text.length < randomLength) {
    for (const byte of randomBytes(randomLength)) {
      if (byte < fair && text.length < randomLength) text += alphabet.charAt(byte % alphabet.length);
    }
  }
  return text;
}

function checksum(body: string): string {
  let rest = crc32(body);
  let text = '';
  while (text.length < checksumLength) {
    text = alphabet.charAt(rest % alphabet.length) + text;
    rest = Math.floor(rest / alphabet.length);
  }
  return text;
}

const crcTable = Uint32Array.from({ length: 256 }, (_, byte) => {
  let value = byte;
  for (let bit = 0; bit < 8; bit += 1) value = value & 1 ? (value >>> 1) ^ 0xedb88320 : value >>> 1;
  return value;
});

function crc32(ascii: string): number {
  let crc = 0xffffffff;
  for (let at = 0; at < ascii.length; at += 1) {
    crc = (crc >>> 8) ^ (crcTable[(crc ^ ascii.charCodeAt(at)) & 0xff] ?? 0);
  }
  return (crc ^ 0xffffffff) >>> 0;
}
