import { expect, test } from 'vitest'
import { ownCertificate } from '../own-certificate.ts'
import { countLeaks } from './count-leaks.ts'
import { startLeakyServer } from './leaky-server.ts'

const options = {
  counts: { silent: 3, 'half-open': 2, 'slow-head': 1, 'slow-body': 1 },
  holdMs: 2_000,
  withinMs: 1_000,
}

test.each([
  ['finds connections that a faulty server keeps', false],
  ['finds none at a server that destroys them', true],
])('%s', async (_, isMended) => {
  const server = await startLeakyServer(await ownCertificate(), { isMended })
  const { opened, kept, left } = await countLeaks({ port: server.port, path: '/' }, options)
  server.close()
  expect(opened).toBe(7)
  if (isMended) expect({ kept, left }).toEqual({ kept: 0, left: 0 })
  else expect(left).toBeGreaterThan(0)
})
