interface CurlRequest {
  origin: string
  index: string
  body: unknown
}

/** The same search for a shell, as the guide for analysts sets it up: `$CA` and `$TOKEN` are the reader's. */
export function curlOf({ origin, index, body }: CurlRequest): string {
  return [
    'curl -sS --cacert "$CA" -H "API-KEY: $TOKEN"',
    `--json ${quoted(JSON.stringify(body))}`,
    quoted(`${origin}/api/data/es/search?index=${index}`),
  ].join(' \\\n  ')
}

/** In single quotes a shell changes nothing; a quote itself has to leave them for a moment. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`
}
