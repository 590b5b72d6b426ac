import { fastify } from 'fastify'
import { expect, test } from 'vitest'
import { anApi } from '../../test/an-api.ts'
import { securityContactRoutes } from './security-contact-routes.ts'

test('serves security.txt without a token', async () => {
  await using api = await anApi()
  const answer = await api.app.inject({ url: '/.well-known/security.txt' })
  expect(answer.statusCode).toBe(200)
  expect(answer.headers['content-type']).toBe('text/plain; charset=utf-8')
  expect(answer.body).toContain('\nContact: mailto:security@watchpost.example\n')
})

test('gives exactly one expiry, 180 days after the start of the day', async () => {
  const app = fastify()
  await app.register(securityContactRoutes('https://example.org/report', () => Date.parse('2026-11-18T23:59:59.999Z')))
  const { body } = await app.inject({ url: '/.well-known/security.txt' })
  expect(body.match(/^Expires: .*$/gm)).toEqual(['Expires: 2027-05-17T00:00:00Z'])
  expect(body).toContain('\nContact: https://example.org/report\n')
  expect(body.endsWith('\n')).toBe(true)
})

test('counts requests without a token against the limit of their address', async () => {
  await using api = await anApi({ requestsPerMinute: 1 })
  const statuses = [1, 2, 3].map(async () => (await api.app.inject({ url: '/.well-known/security.txt' })).statusCode)
  expect(await Promise.all(statuses)).toContain(429)
})
