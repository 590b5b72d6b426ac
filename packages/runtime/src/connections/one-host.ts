/**
 * Whether a request names its host exactly once (RFC 9112, 3.2): with two, a proxy in front and this server could use
 * different ones. HTTP/1.0 has no Host.
 */
export function hasOneHost({
  rawHeaders,
  httpVersion,
}: {
  rawHeaders: readonly string[]
  httpVersion: string
}): boolean {
  let hosts = 0
  for (let at = 0; at < rawHeaders.length; at += 2) if (rawHeaders[at]?.toLowerCase() === 'host') hosts += 1
  return hosts === 1 || (hosts === 0 && httpVersion === '1.0')
}
