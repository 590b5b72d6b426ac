import { readFileSync } from 'node:fs'
import { Value } from 'typebox/value'
import { expect, test } from 'vitest'
import { anApi, tokens } from '../../../../apps/api/test/an-api.ts'
import { prefilledExceptions } from './exceptions.ts'
import { prefilledOrder } from './order.ts'
import { type Description, prefilledRequests } from './prefilled-requests.ts'

const description = JSON.parse(
  readFileSync(new URL('../../../../apps/api/test/openapi.json', import.meta.url), 'utf8'),
) as Description
const requests = prefilledRequests(description)

test('executes every operation once, and every exception names one', () => {
  const named = prefilledOrder.filter((step) => typeof step === 'string')
  expect(named.toSorted()).toEqual(requests.map(({ operationId }) => operationId).toSorted())
  expect(requests.length).toBeGreaterThan(80)
  for (const name of Object.keys(prefilledExceptions)) expect(named).toContain(name)
})

test.each(requests.map((each) => [each.operationId, each] as const))(
  'the prefilled values of %s match their schema',
  (_, { values }) => {
    for (const { name, value, schema } of values) expect([name, Value.Errors(schema, value)]).toEqual([name, []])
  },
)

/** These need stored data, which the fakes of a unit test do not have. */
const needData = {
  search: ['#/sort/alert.severity'],
  putSyslogFilters: ['#/probes/0'],
  postSyslogFilters: ['#/probes/0'],
}

test('no prefilled request is rejected as malformed', async () => {
  await using api = await anApi()
  const refused: Record<string, unknown[]> = {}
  for (const { operationId, method, path, headers, body } of requests) {
    const answer = await api.app.inject({
      method: method as 'GET',
      url: path,
      headers: { 'api-key': tokens.administrator, ...headers },
      ...(body !== undefined && { payload: body as object }),
    })
    if (![400, 405, 415, 500].includes(answer.statusCode)) continue
    const { errors = [] } = answer.json<{ errors?: { pointer?: string; parameter?: string }[] }>()
    refused[operationId] = errors.map(({ pointer, parameter }) => pointer ?? parameter)
  }
  expect(refused).toEqual(needData)
})

test('finds a prefilled parameter that the API does not accept', async () => {
  await using api = await anApi()
  const headers = { 'api-key': tokens.administrator }
  const answer = await api.app.inject({ url: '/api/alerts?sort_by=date_desc&after=now', headers })
  expect(answer.json()).toMatchObject({ status: 400, detail: '`after`: Allowed only with order=arrival.' })
})
