/** A DNS name (RFC 1123, 2.1) or an IPv4 address, which every e-reader accepts. */
const host = /^(?:(?:[a-z\d](?:[a-z\d-]*[a-z\d])?\.)*[a-z](?:[a-z\d-]*[a-z\d])?\.?|\d+(?:\.\d+){3})$/;
/** RFC 1035, 2.3.4. */
const hostUnitsMax = 253;

/** The absolute, well-formed address of a link if it is http, https or mailto; else undefined. */
export function safeAddress(address: string): string | undefined {
  if (!/^(?:https?|mailto):/i.test(address) || /%(?![\da-f]{2})/i.test(address)) return undefined;
  const { protocol, hostname, pathname, href } = URL.parse(address) ?? {};
  if (!href) return undefined;
  if (protocol === 'mailto:') return /^[^@]+@[^@]+$/.test(pathname ?? '') ? href : undefined;
  return hostname && hostname.length <= hostUnitsMax && host.test(hostname) ? href : undefined;
}
