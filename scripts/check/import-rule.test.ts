import { expect, test } from 'vitest'
import { importBreaches } from './import-rule.ts'

const file = (path: string, text: string) => importBreaches([{ path, text }], [])

test('accepts imports that the table allows', () => {
  expect(file('apps/gateway/src/compose.ts', "import { createLogWriter } from '@watchpost/log'\n")).toEqual([])
  expect(file('packages/store/src/a.ts', "import type { Event } from '@watchpost/model'\nimport './b.ts'\n")).toEqual(
    [],
  )
  expect(file('scripts/prove/main.ts', "import { up } from '../../apps/api/src/main.ts'\n")).toEqual([])
})

test('rejects an adapter that imports another adapter', () => {
  expect(file('packages/log/src/a.ts', "import { x } from '@watchpost/store'\n")).toEqual([
    'packages/log/src/a.ts: log may not import @watchpost/store',
  ])
})

test('rejects every form of import from an app', () => {
  for (const text of [
    "import { composeApi } from '@watchpost/api/compose'\n",
    "export {\n  composeApi,\n} from '@watchpost/api'\n",
    "const api = await import('@watchpost/api')\n",
    "import '@watchpost/api'\n",
  ]) {
    expect(file('apps/appliance/src/main.ts', text)).toHaveLength(1)
  }
})

test('the web app may import types of the contract but no values', () => {
  expect(file('apps/web/src/a.tsx', "import type { Alert } from '@watchpost/contract'\n")).toEqual([])
  expect(file('apps/web/src/a.tsx', "import { createClient } from '@watchpost/sdk'\n")).toEqual([])
  expect(file('apps/web/src/a.tsx', "import { problems } from '@watchpost/contract'\n")).toHaveLength(1)
  expect(file('apps/web/src/a.tsx', "import { families } from '@watchpost/model'\n")).toHaveLength(1)
})

test('the web app may import values of contract/names, which import nothing else', () => {
  const names = 'packages/contract/src/names/names.ts'
  expect(file('apps/web/src/a.tsx', "import { roles } from '@watchpost/contract/names'\n")).toEqual([])
  expect(file(names, "export { roles } from './access-names.ts'\n")).toEqual([])
  expect(file(names, "import { Type } from 'typebox'\n")).toHaveLength(1)
  expect(file(names, "import { problems } from '../problems.ts'\n")).toHaveLength(1)
  expect(file('packages/contract/src/names/roles.test.ts', "import { test } from 'vitest'\n")).toEqual([])
})

test('allows the testkit only in tests', () => {
  const text = "import { testStore } from '@watchpost/testkit/test-store'\n"
  expect(file('packages/store/src/probes/probe-store.int.test.ts', text)).toEqual([])
  expect(file('apps/api/test/an-api.ts', text)).toEqual([])
  expect(file('packages/store/src/probes/probe-store.ts', text)).toHaveLength(1)
})

test('rejects a relative import that leaves its package, also in tests', () => {
  expect(file('apps/api/src/a.test.ts', "import { x } from '../../gateway/src/x.ts'\n")).toEqual([
    'apps/api/src/a.test.ts: ../../gateway/src/x.ts leaves its package',
  ])
})

test('allows index.ts only directly in src', () => {
  expect(file('packages/store/src/index.ts', '')).toEqual([])
  expect(file('packages/store/src/migrations/index.ts', '')).toHaveLength(1)
})

test('rejects a package.json dependency that the table does not allow', () => {
  const path = 'packages/contract/package.json'
  const workspace = 'workspace:*'
  expect(importBreaches([], [{ path, dependencies: { '@watchpost/model': workspace, typebox: '1.4.3' } }])).toEqual([])
  expect(importBreaches([], [{ path, devDependencies: { '@watchpost/testkit': workspace } }])).toEqual([])
  expect(importBreaches([], [{ path, dependencies: { '@watchpost/testkit': workspace } }])).toHaveLength(1)
  expect(importBreaches([], [{ path, dependencies: { '@watchpost/engine': workspace } }])).toHaveLength(1)
})

test('reports a package without a row in the table', () => {
  expect(file('packages/common/src/a.ts', '')).toHaveLength(1)
})
