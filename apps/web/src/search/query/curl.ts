interface CurlRequest {
  origin: string
  index: string
  body: unknown
}

/** The same search as a shell command. The reader sets `$CA` and `$TOKEN` as the analyst guide describes. */
export function curlOf({ origin, index, body }: CurlRequest): string {
  return [
    'curl -sS --cacert "$CA" -H "API-KEY: $TOKEN"',
    `--json ${quoted(JSON.stringify(body))}`,
    quoted(`${origin}/api/data/es/search?index=${index}`),
  ].join(' \\\n  ')
}

/** A shell changes nothing inside single quotes, except that a single quote ends them and must be escaped. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`
}
