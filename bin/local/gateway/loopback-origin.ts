/** The origin if the host is a loopback name; undefined for others, which protects the keys from DNS rebinding. */
export function loopbackOrigin(host = ''): string | undefined {
  return /^(localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/i.test(host) ? `http://${host}` : undefined;
}
