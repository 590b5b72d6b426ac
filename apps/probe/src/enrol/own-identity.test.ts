import { expect, test } from 'vitest'
import type { Identity } from '../send/https-client.ts'
import { createOwnIdentity } from './own-identity.ts'

const named = (name: string): Identity => ({ ca: 'ca', cert: name, key: name })
const [old, renewed, newest] = [named('old'), named('renewed'), named('newest')]

function anIdentity(first = old, before?: Identity) {
  const steps: string[] = []
  const files = {
    write: async ({ cert }: Identity) => void steps.push(`write ${cert}`),
    renew: async (next: Identity, previous: Identity) => void steps.push(`renew ${next.cert}, keep ${previous.cert}`),
    forgetPrevious: async () => void steps.push('forget'),
  }
  const use = ({ cert }: Identity) => void steps.push(`use ${cert}`)
  const logger = { error: () => undefined, warn: () => undefined }
  const own = createOwnIdentity({ files, use, logger }, first, before)
  const settled = async () => {
    await new Promise((resolve) => setImmediate(resolve))
    return steps.splice(0)
  }
  return { own, settled }
}

test('writes a renewed identity before using it, and deletes the old one when the new one is accepted', async () => {
  const { own, settled } = anIdentity()
  await own.adopt(renewed)
  expect(await settled()).toEqual(['renew renewed, keep old', 'use renewed'])
  // The end of requests in flight with the old one.
  own.heard(old, 'accepted')
  expect(await settled()).toEqual([])
  own.heard(renewed, 'accepted')
  own.heard(renewed, 'accepted')
  expect(await settled()).toEqual(['forget'])
  expect(own.shown()).toBe(renewed)
})

test('falls back to the old identity when the new one is refused, and renews from there', async () => {
  const { own, settled } = anIdentity(renewed, old)
  own.heard(renewed, 'refused')
  own.heard(renewed, 'refused')
  expect(await settled()).toEqual(['use old'])
  expect(own.shown()).toBe(old)
  own.heard(old, 'accepted')
  expect(await settled()).toEqual(['write old'])
  expect(own.shown()).toBe(old)
  await own.adopt(newest)
  expect(await settled()).toEqual(['renew newest, keep old', 'use newest'])
})

test('keeps the new identity when both are refused, and does not try the old one again', async () => {
  const { own, settled } = anIdentity(renewed, old)
  own.heard(renewed, 'refused')
  own.heard(old, 'refused')
  expect(await settled()).toEqual(['use old', 'use renewed'])
  own.heard(renewed, 'refused')
  expect(await settled()).toEqual([])
  expect(own.shown()).toBe(renewed)
})

test('never uses the old identity after the new one was accepted', async () => {
  const { own, settled } = anIdentity(renewed, old)
  own.heard(renewed, 'accepted')
  own.heard(renewed, 'refused')
  expect(await settled()).toEqual(['forget'])
  expect(own.shown()).toBe(renewed)
})

test('renews the identity in use during a fallback', async () => {
  const { own, settled } = anIdentity(renewed, old)
  own.heard(renewed, 'refused')
  await own.adopt(newest)
  expect(await settled()).toEqual(['use old', 'renew newest, keep old', 'use newest'])
  own.heard(old, 'accepted')
  own.heard(renewed, 'refused')
  expect(await settled()).toEqual([])
  expect(own.shown()).toBe(newest)
})
