import { storedFamilies } from '@watchpost/model'
import { type TestEngine, testEngine } from '@watchpost/testkit/test-engine'
import { expect, test } from 'vitest'
import { autoCreateSetting, checkAutoCreate } from './auto-create-check.ts'

/** The rule must not match names of other tests, which run on the same engine. */
async function withRule<T>({ client }: TestEngine, rule: string, work: () => Promise<T>): Promise<T> {
  const set = (value: string | null) =>
    client.cluster.putSettings({ body: { transient: { 'action.auto_create_index': value } } })
  await set(rule)
  try {
    return await work()
  } finally {
    await set(null)
  }
}

async function indexesOf({ client, config }: TestEngine): Promise<string[]> {
  const { body } = await client.indices.get({ index: `${config.prefix}*` })
  return Object.keys(body)
}

test('detects that the engine rejects writes to missing indexes', async () => {
  await using engine = testEngine()
  expect(await checkAutoCreate(engine.client, engine.config)).toBe('refused')
  expect(await indexesOf(engine)).toEqual([])
})

test('detects that the engine creates missing indexes, and deletes them', async () => {
  await using engine = testEngine()
  const rule = `+${engine.config.prefix}alerts-*,-*`
  expect(await withRule(engine, rule, () => checkAutoCreate(engine.client, engine.config))).toBe('allowed')
  expect(await indexesOf(engine)).toEqual([])
})

test('accepts the setting that it recommends', async () => {
  await using engine = testEngine()
  const { prefix } = engine.config
  const recommended = /"(.*)"/.exec(autoCreateSetting(engine.config))?.[1] ?? ''
  for (const family of storedFamilies) expect(recommended).toContain(`-${prefix}${family}-*,`)
  const rule = recommended.replace('+*', `+${prefix}*,-*`)
  expect(await withRule(engine, rule, () => checkAutoCreate(engine.client, engine.config))).toBe('refused')
})
