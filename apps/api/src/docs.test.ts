import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { anApi } from '../test/an-api.ts'

interface Description {
  paths: Record<string, Record<string, { security?: unknown[]; operationId?: string; responses: object }>>
}

test('the API description matches the snapshot', async () => {
  await using api = await anApi()
  const answer = await api.app.inject({ url: '/docs/openapi.json' })
  expect(answer.statusCode).toBe(200)
  await expect(`${JSON.stringify(answer.json(), null, 2)}\n`).toMatchFileSnapshot('../test/openapi.json')
})

test('describes every route, and marks exactly the public ones as public', async () => {
  await using api = await anApi()
  const { paths } = (await api.app.inject({ url: '/docs/openapi.json' })).json<Description>()
  const routes = api.routes.routes().filter(({ isHidden, method }) => !isHidden && method !== 'HEAD')
  expect(routes.length).toBeGreaterThan(4)
  for (const { method, url, permission } of routes) {
    const operation = paths[url.replace(/:(\w+)/g, '{$1}')]?.[method.toLowerCase()]
    expect(operation?.operationId, `${method} ${url}`).toBeTruthy()
    expect(operation?.security, `${method} ${url}`).toEqual(permission === 'public' ? [] : undefined)
  }
})

test('hides only the pages of the documentation and of the console', async () => {
  await using api = await anApi()
  for (const { isHidden, url } of api.routes.routes()) expect(isHidden).toBe(/^\/(?:docs\/|ui$|ui\/|$)/.test(url))
})

test.each(['/docs/swagger', '/docs/swagger/', '//docs/swagger/'])('serves %s without a token', async (url) => {
  await using api = await anApi()
  const page = await api.app.inject({ url })
  expect(page.statusCode).toBe(200)
  expect(page.headers['content-type']).toBe('text/html; charset=utf-8')
  expect(page.headers['content-security-policy']).toMatch(/^default-src 'none'; script-src 'self'; style-src 'self';/)

  const links = [...page.body.matchAll(/(?:src|href)="([^"]+)"/g)].map((match) => match[1] ?? '')
  expect(links.length).toBeGreaterThan(4)
  for (const link of links) {
    expect(link).toMatch(/^\/docs\/swagger\/static\//)
    expect((await api.app.inject({ url: link })).statusCode, link).toBe(200)
  }
})

test.each(['/docs/openapi.json', '/docs/swagger/json', '/docs/swagger/yaml'])(
  'sends %s compressed, and 304 for a known ETag',
  async (url) => {
    await using api = await anApi()
    const plain = await api.app.inject({ url })
    const ask = (encoding: string) => api.app.inject({ url, headers: { 'accept-encoding': encoding } })
    const [gzip, brotli] = [await ask('gzip'), await ask('gzip, br')]
    expect([gzip.headers['content-encoding'], brotli.headers['content-encoding']]).toEqual(['gzip', 'br'])
    expect(gunzipSync(gzip.rawPayload).equals(plain.rawPayload)).toBe(true)
    expect(brotliDecompressSync(brotli.rawPayload).equals(plain.rawPayload)).toBe(true)
    expect(brotli.rawPayload.length).toBeLessThan(plain.rawPayload.length / 8)
    expect(plain.headers).toMatchObject({ 'cache-control': 'no-cache', vary: 'accept-encoding' })
    const { etag = '' } = plain.headers
    const again = await api.app.inject({ url, headers: { 'if-none-match': etag } })
    expect([again.statusCode, again.body]).toEqual([304, ''])
  },
)
