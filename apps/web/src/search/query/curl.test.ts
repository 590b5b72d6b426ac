import { expect, test } from 'vitest'
import { curlOf } from './curl.ts'

test('a value that tries to leave its quotes stays in them', () => {
  const command = curlOf({ origin: 'https://a.test', index: 'malware', body: { a: `'; rm -rf / #$(x)` } })
  expect(command).toBe(
    [
      'curl -sS --cacert "$CA" -H "API-KEY: $TOKEN" \\',
      `  --json '{"a":"'\\''; rm -rf / #$(x)"}' \\`,
      `  'https://a.test/api/data/es/search?index=malware'`,
    ].join('\n'),
  )
})
