import { type Client, errors } from '@opensearch-project/opensearch'
import { expect, test } from 'vitest'
import { createIndex } from './create-index.ts'

const body = {
  settings: { index: { number_of_shards: 1, merge_on_flush: { enabled: false }, max_regex_length: 100 } },
  mappings: {},
  aliases: {},
}

/** An engine that does not know these settings; remembers the settings of each request. */
function anEngine(unknown: readonly string[]) {
  const requests: string[][] = []
  const create = async ({ body: sent }: { body: { settings: object } }) => {
    const names = Object.keys(sent.settings)
    requests.push(names)
    const name = names.find((each) => unknown.includes(each))
    if (!name) return
    const error = { type: 'illegal_argument_exception', reason: `unknown setting [${name}] please check …` }
    throw new errors.ResponseError({ statusCode: 400, body: { error }, headers: {}, warnings: null, meta: {} } as never)
  }
  return { client: { indices: { create } } as unknown as Client, requests }
}

test('sends all settings to an engine that knows them', async () => {
  const { client, requests } = anEngine([])
  await createIndex(client, 'x', body)
  expect(requests).toEqual([['index.number_of_shards', 'index.merge_on_flush.enabled', 'index.max_regex_length']])
})

test('omits a dispensable setting that the engine does not know', async () => {
  const { client, requests } = anEngine(['index.merge_on_flush.enabled'])
  await createIndex(client, 'x', body)
  expect(requests[1]).toEqual(['index.number_of_shards', 'index.max_regex_length'])
})

test('fails if the engine does not know a limit', async () => {
  const { client, requests } = anEngine(['index.max_regex_length'])
  await expect(createIndex(client, 'x', body)).rejects.toThrow()
  expect(requests).toHaveLength(1)
})
