import { expect, test } from 'vitest'
import { importBreaches } from './import-rule.ts'

const file = (path: string, text: string) => importBreaches([{ path, text }], [])

test('what the table allows passes', () => {
  expect(file('apps/gateway/src/compose.ts', "import { createLogWriter } from '@watchpost/log'\n")).toEqual([])
  expect(file('packages/store/src/a.ts', "import type { Event } from '@watchpost/model'\nimport './b.ts'\n")).toEqual(
    [],
  )
  expect(file('scripts/prove/main.ts', "import { up } from '../../apps/api/src/main.ts'\n")).toEqual([])
})

test('an adapter may not import another adapter', () => {
  expect(file('packages/log/src/a.ts', "import { x } from '@watchpost/store'\n")).toEqual([
    'packages/log/src/a.ts: log may not import @watchpost/store',
  ])
})

test('nothing imports an app, in whatever form', () => {
  for (const text of [
    "import { composeApi } from '@watchpost/api/compose'\n",
    "export {\n  composeApi,\n} from '@watchpost/api'\n",
    "const api = await import('@watchpost/api')\n",
    "import '@watchpost/api'\n",
  ]) {
    expect(file('apps/appliance/src/main.ts', text)).toHaveLength(1)
  }
})

test('the pages take types of the contract, and no values', () => {
  expect(file('apps/web/src/a.tsx', "import type { Alert } from '@watchpost/contract'\n")).toEqual([])
  expect(file('apps/web/src/a.tsx', "import { createClient } from '@watchpost/sdk'\n")).toEqual([])
  expect(file('apps/web/src/a.tsx', "import { problems } from '@watchpost/contract'\n")).toHaveLength(1)
  expect(file('apps/web/src/a.tsx', "import { families } from '@watchpost/model'\n")).toHaveLength(1)
})

test('pages take values of contract/names, which import nothing else', () => {
  const names = 'packages/contract/src/names/names.ts'
  expect(file('apps/web/src/a.tsx', "import { roles } from '@watchpost/contract/names'\n")).toEqual([])
  expect(file(names, "export { roles } from './access-names.ts'\n")).toEqual([])
  expect(file(names, "import { Type } from 'typebox'\n")).toHaveLength(1)
  expect(file(names, "import { problems } from '../problems.ts'\n")).toHaveLength(1)
  expect(file('packages/contract/src/names/roles.test.ts', "import { test } from 'vitest'\n")).toEqual([])
})

test('the testkit is for tests', () => {
  const text = "import { testStore } from '@watchpost/testkit/test-store'\n"
  expect(file('packages/store/src/probes/probe-store.int.test.ts', text)).toEqual([])
  expect(file('apps/api/test/an-api.ts', text)).toEqual([])
  expect(file('packages/store/src/probes/probe-store.ts', text)).toHaveLength(1)
})

test('no relative import leaves its package, not even in a test', () => {
  expect(file('apps/api/src/a.test.ts', "import { x } from '../../gateway/src/x.ts'\n")).toEqual([
    'apps/api/src/a.test.ts: ../../gateway/src/x.ts leaves its package',
  ])
})

test('index.ts is a door, not a corridor', () => {
  expect(file('packages/store/src/index.ts', '')).toEqual([])
  expect(file('packages/store/src/migrations/index.ts', '')).toHaveLength(1)
})

test('a package.json may not promise what the code may not do', () => {
  const path = 'packages/contract/package.json'
  const workspace = 'workspace:*'
  expect(importBreaches([], [{ path, dependencies: { '@watchpost/model': workspace, typebox: '1.4.3' } }])).toEqual([])
  expect(importBreaches([], [{ path, devDependencies: { '@watchpost/testkit': workspace } }])).toEqual([])
  expect(importBreaches([], [{ path, dependencies: { '@watchpost/testkit': workspace } }])).toHaveLength(1)
  expect(importBreaches([], [{ path, dependencies: { '@watchpost/engine': workspace } }])).toHaveLength(1)
})

test('a package without a row in the table is found out', () => {
  expect(file('packages/common/src/a.ts', '')).toHaveLength(1)
})
