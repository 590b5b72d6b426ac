import type { Role, Scope } from '@watchpost/store'
import { expect, test } from 'vitest'
import { aStoredApi, type StoredApi } from '../../../../apps/api/test/a-stored-api.ts'
import {
  accountRoles,
  type AccountRole,
  differences,
  entrances,
  type ExpectedRow,
  type Identity,
  pathOf,
} from './expected-answers.ts'

/** Checks that the table covers every role. */
entrances satisfies Record<Role, string>

/** The credentials that each identity sends. */
async function credentials(api: StoredApi) {
  const [admin, gone, late] = [
    await api.addUser('administrator'),
    await api.addUser('operator'),
    await api.addUser('operator'),
  ]
  const users: Partial<Record<Identity, { role: AccountRole; username: string }>> = {}
  for (const role of accountRoles) users[role] = { role, username: (await api.addUser(role)).username }
  const asAdmin = await api.logIn(admin.username)
  const expired = await api.logIn(late.username)
  const past = { created_at: new Date(0), expires_at: new Date(1) }
  await api.store.db.updateTable('session').set(past).where('account_id', '=', late.id).execute()
  const disabled = await api.logIn(gone.username)
  await api.ask(`PATCH /api/users/${gone.id}`, { headers: asAdmin, body: { disabled: true } })

  const fresh = async (identity: Identity): Promise<Record<string, string>> => {
    const user = users[identity]
    if (user) return entrances[user.role] === 'browser' ? api.signIn(user.username) : api.logIn(user.username)
    if (identity === 'expired') return expired
    if (identity === 'disabled') return disabled
    if (identity === 'nobody') return {}
    const scope = identity.slice('key '.length) as Scope
    const made = await api.ask('POST /api/auth/keys', { headers: asAdmin, body: { name: scope, scopes: [scope] } })
    return { 'api-key': String(made.json.key) }
  }
  const kept = new Map<Identity, Record<string, string>>()
  return async (identity: Identity, isFresh: boolean) => {
    if (isFresh && users[identity]) {
      kept.delete(identity)
      return fresh(identity)
    }
    const headers = kept.get(identity) ?? (await fresh(identity))
    kept.set(identity, headers)
    return headers
  }
}

test('every route answers each identity as the table says, and every route has a row', async () => {
  await using api = await aStoredApi()
  const credentialOf = await credentials(api)
  const routes = api.routes
    .routes()
    .filter(({ method, isHidden }) => method !== 'HEAD' && !isHidden)
    .map(({ method, url }) => `${method} ${url.replaceAll(/:(\w+)/g, '{$1}')}`)
  const ask = async (row: ExpectedRow, identity: Identity) => {
    const headers = { ...(await credentialOf(identity, row.isLast ?? false)), 'x-requested-with': 'test' }
    const [method] = row.route.split(' ')
    const body = row.body as object | undefined
    const { status } = await api.ask(`${method} ${pathOf(row)}`, { headers, ...(body && { body }) })
    return status
  }
  const { asked, wrong } = await differences(routes, ask)
  expect(wrong).toEqual([])
  expect(asked).toBeGreaterThan(300)
})

test('reports a route without a row and a row without a route', async () => {
  const { wrong } = await differences(['GET /api/new'], async () => 200)
  expect(wrong).toContain('GET /api/new has no row')
  expect(wrong).toContain('GET /api/users is not there')
})
