import { gunzipSync, zstdDecompressSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { aLiveCredential } from '../../../test/people/a-credential.ts'
import { anApi, tokens } from '../../../test/an-api.ts'
import { cookieName, newCookie } from '../caller/credential.ts'
import { leastBytes } from './compress-answers.ts'

const asAdministrator = { 'api-key': tokens.administrator }
const url = '/api/settings/schema'

async function ask(headers: Record<string, string>, asked = url) {
  await using api = await anApi({ findLive: async () => ({ ...aLiveCredential(), role: 'administrator' }) })
  return await api.app.inject({ url: asked, headers })
}

test('compresses an answer for a key and for a token, with zstd if the caller can', async () => {
  const plain = await ask(asAdministrator)
  expect(plain.headers).not.toHaveProperty('content-encoding')
  expect(plain.headers.vary).toBe('accept-encoding')
  const zstd = await ask({ ...asAdministrator, 'accept-encoding': 'gzip, deflate, br, zstd' })
  expect(zstd.headers['content-encoding']).toBe('zstd')
  expect(zstdDecompressSync(zstd.rawPayload)).toEqual(plain.rawPayload)
  const gzip = await ask({ authorization: `Bearer ${tokens.administrator}`, 'accept-encoding': 'gzip' })
  expect(gzip.headers['content-encoding']).toBe('gzip')
  expect(gunzipSync(gzip.rawPayload)).toEqual(plain.rawPayload)
  for (const { rawPayload, headers } of [zstd, gzip]) {
    expect(Number(headers['content-length'])).toBe(rawPayload.length)
    expect(rawPayload.length).toBeLessThan(plain.rawPayload.length / 2)
  }
})

test.each<Record<string, string>>([{}, { authorization: 'Basic QTpC' }])(
  'never compresses for a cookie, whatever else a browser sends',
  async (more) => {
    const answer = await ask({ cookie: `${cookieName}=${newCookie()}`, 'accept-encoding': 'gzip', ...more })
    expect(answer.statusCode).toBe(200)
    expect(answer.rawPayload.length).toBeGreaterThan(leastBytes)
    expect(answer.headers).not.toHaveProperty('content-encoding')
  },
)

test('leaves small answers and refused encodings as they are', async () => {
  const small = await ask({ ...asAdministrator, 'accept-encoding': 'gzip' }, '/api/version')
  expect(small.headers).not.toHaveProperty('content-encoding')
  for (const refused of ['gzip;q=0', 'gzip; q=0.0, zstd;q=0', 'br', 'identity', '']) {
    const answer = await ask({ ...asAdministrator, 'accept-encoding': refused })
    expect([refused, answer.headers['content-encoding']]).toEqual([refused, undefined])
  }
})
