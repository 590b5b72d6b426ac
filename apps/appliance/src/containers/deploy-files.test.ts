import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { planChildren } from '../supervise/child-plan.ts'
import { services } from '../supervise/services.ts'

const root = join(import.meta.dirname, '../../../..')
const read = (file: string) => readFileSync(join(root, 'deploy', file), 'utf8')
const plans = planChildren(services, [], { gateway: 8444, api: 8443 }, 8445)

test.each(plans)('compose files and chart give $name the port on which the console expects it', (plan) => {
  const { name, internalPort } = plan
  expect(read('compose/compose.yaml')).toMatch(
    new RegExp(`command: \\[${name}\\]\\n[^]*?WATCHPOST_INTERNAL_PORT: ['"]${internalPort}['"]`),
  )
  expect(read('chart/templates/_names.tpl')).toContain(`\n${name}: ${internalPort}\n`)
})

test('images, compose files and chart have the version of the product', () => {
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string }
  const versions = [
    ...read('containers/Containerfile').matchAll(/^ARG VERSION=(.*)$/gm),
    ...`${read('compose/compose.yaml')}${read('compose/demo.yaml')}`.matchAll(/WATCHPOST_VERSION:-(.*?)\}/g),
    ...read('chart/Chart.yaml').matchAll(/^(?:version|appVersion): (.*)$/gm),
  ].map(([, found]) => found)
  expect(versions).toHaveLength(13)
  expect(new Set(versions)).toEqual(new Set([version]))
})
