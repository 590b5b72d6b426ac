import { readFileSync } from 'node:fs'
import * as contract from '@watchpost/contract'
import type { TSchema } from 'typebox'
import { Value } from 'typebox/value'
import { expect, test } from 'vitest'

interface Recorded {
  method: string
  url: string
  status: number
  headers: Record<string, string>
  text: string
}

interface Operation {
  operationId: string
  response: Record<string, TSchema & { content?: Record<string, { schema: TSchema }> }>
}

const description = JSON.parse(readFileSync(new URL('openapi.json', import.meta.url), 'utf8')) as {
  paths: Record<string, Record<string, { operationId: string }>>
}
const operations = new Map(Object.entries(contract) as unknown as [string, Operation][])
const recording = new URL('../../web/dev/recorded-answers.json', import.meta.url)
const { answers } = JSON.parse(readFileSync(recording, 'utf8')) as { answers: Recorded[] }

const routes = Object.entries(description.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, { operationId }]) => ({
    method: method.toUpperCase(),
    pattern: new RegExp(`^${path.replaceAll(/\{[^}]*\}/g, '[^/]+')}$`),
    isFixed: !path.includes('{'),
    operationId,
  })),
)

test('the recorded answers for web development match the contract', () => {
  const wrong = answers.flatMap(({ method, url, status, headers, text }) => {
    const path = url.split('?', 1)[0] ?? ''
    const fitting = routes.filter((each) => each.method === method && each.pattern.test(path))
    const route = fitting.find(({ isFixed }) => isFixed) ?? fitting[0]
    if (!route) return [`${method} ${url}: no such operation`]
    const answer = operations.get(route.operationId)?.response[String(status)]
    const schema = answer?.content?.['application/json']?.schema ?? answer
    if (!schema) return [`${method} ${url}: no answer ${status}`]
    if (!headers['content-type']?.startsWith('application/json')) return []
    const [first] = Value.Errors(schema, JSON.parse(text))
    return first ? [`${method} ${url}: ${first.instancePath} ${first.message}`] : []
  })
  expect(wrong).toEqual([])
  expect(answers.length).toBeGreaterThan(30)
})
