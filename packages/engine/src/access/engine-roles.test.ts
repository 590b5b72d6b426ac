import { expect, test } from 'vitest'
import { engineRoleMapping, engineRoles } from './engine-roles.ts'

const sections = engineRoles({ prefix: 'site-' }).split(/^# /m).filter(Boolean)

test('lets only the writer change documents and indexes', () => {
  expect(sections.map((text) => text.split('\n')[1])).toEqual([
    'watchpost_writer:',
    'watchpost_reader:',
    'watchpost_monitor:',
  ])
  const changing = /data\/write|admin\/(create|delete|settings|block|forcemerge|mapping\/put|aliases')/
  expect(sections.map((text) => changing.test(text))).toEqual([true, false, false])
})

test('lets the monitor read no documents, and no role any index of others', () => {
  expect(sections[2]).not.toContain('data/read')
  for (const text of sections) {
    const patterns = text.slice(text.indexOf('index_patterns'), text.indexOf('allowed_actions'))
    for (const [, pattern] of patterns.matchAll(/- '(.*)'/g)) expect(pattern).toMatch(/^site-\w+(-\*)?$/)
  }
})

test('maps the user of each service that needs the engine to one role', () => {
  expect(engineRoleMapping((service) => `watchpost-${service}`)).toBe(`watchpost_writer:
  users:
    - 'watchpost-indexer'
    - 'watchpost-clusters'
watchpost_reader:
  users:
    - 'watchpost-api'
watchpost_monitor:
  users:
    - 'watchpost-console'
`)
})
