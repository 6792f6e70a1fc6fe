// Host names of the Host header. `X-Forwarded-Host` is not read, because callers can send it past an edge.

/** The name of a host in lower case, without port and trailing dot; an IPv6 address in brackets. */
export function parseHostName(host: string | undefined): string {
  return (host ?? '').trim().toLowerCase().replace(/:\d*$/, '').replace(/\.$/, '');
}

/** Whether a host name always means this machine. */
export function isLoopbackName(name: string): boolean {
  return name === 'localhost' || name.endsWith('.localhost') || name === '[::1]' || /^127(?:\.\d{1,3}){3}$/.test(name);
}
