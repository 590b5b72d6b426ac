import { expect, test } from 'vitest'
import { curlOf } from './curl.ts'

test('quotes a value so that it cannot break out of its quotes', () => {
  const command = curlOf({ origin: 'https://a.test', index: 'malware', body: { a: `'; rm -rf / #$(x)` } })
  expect(command).toBe(
    [
      'curl -sS --cacert "$CA" -H "API-KEY: $TOKEN" \\',
      `  --json '{"a":"'\\''; rm -rf / #$(x)"}' \\`,
      `  'https://a.test/api/data/es/search?index=malware'`,
    ].join('\n'),
  )
})
