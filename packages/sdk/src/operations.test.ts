import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { createClient } from './client.ts'
import { operations } from './operations.ts'

interface Description {
  paths: Record<string, Record<string, { operationId: string }>>
}

const description = JSON.parse(
  readFileSync(new URL('../../../apps/api/test/openapi.json', import.meta.url), 'utf8'),
) as Description

const described = Object.entries(description.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, { operationId }]) => ({ operationId, method: method.toUpperCase(), path })),
)

test('every operation of the description has a method of the same name and URL', () => {
  const known = Object.entries(operations).map(([operationId, place]) => ({ operationId, ...place }))
  const byName = (a: { operationId: string }, b: { operationId: string }) => a.operationId.localeCompare(b.operationId)
  expect(known.toSorted(byName)).toEqual(described.toSorted(byName))
  expect(Object.keys(createClient())).toEqual(expect.arrayContaining(described.map(({ operationId }) => operationId)))
})
