/**
 * Normalises the path. Clients send `/path`, `/path/` and `//path`, and would follow a redirect of a POST as a GET, so
 * all spellings are accepted. `/api/v1` is an alias of `/api`.
 */
export function normaliseUrl(url: string): string {
  const relative = url.startsWith('/') ? url : pathOfAbsolute(url)
  const end = relative.search(/[?#]/)
  const path = end < 0 ? relative : relative.slice(0, end)
  const rest = end < 0 ? '' : relative.slice(end)
  const plain = path.replace(/\/{2,}/g, '/').replace(/(?<=.)\/$/, '')
  return plain.replace(/^\/api\/v1(?=\/|$)/, '/api') + rest
}

/** RFC 9112 requires servers to accept `GET https://host/path` as well. */
function pathOfAbsolute(url: string): string {
  const parsed = /^https?:/i.test(url) ? URL.parse(url) : null
  return parsed ? parsed.pathname + parsed.search : url
}
