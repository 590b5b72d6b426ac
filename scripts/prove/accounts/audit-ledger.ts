import { isDeepStrictEqual } from 'node:util'
import type { Store } from '@watchpost/store'

/** The id of the newest audit row. */
export async function lastAuditRow({ db }: Store): Promise<number> {
  const row = await db.selectFrom('audit').select('id').orderBy('id', 'desc').limit(1).executeTakeFirst()
  return row?.id ?? 0
}

/** The number of audited requests since then that changed an account or a key. One request may write several rows. */
export async function changesSince({ db }: Store, id: number): Promise<number> {
  const rows = await db.selectFrom('audit').select(['request_id', 'object']).where('id', '>', id).execute()
  return new Set(rows.filter(({ object }) => isCompared(object)).map(({ request_id }) => request_id)).size
}

/**
 * Compares the state of each account and key with the state that the audit rows imply. It shares no code with the
 * writer of the rows.
 */
export async function compareWithAudit({ db }: Store): Promise<{ compared: number; wrong: string[] }> {
  const wrong: string[] = []
  const told = new Map<string, unknown>()
  const began = new Set<string>()
  const rows = await db.selectFrom('audit').select(['id', 'action', 'object', 'after']).orderBy('id').execute()
  for (const [at, { id, action, object, after }] of rows.entries()) {
    if (id !== at + 1) wrong.push(`audit row ${at + 1} is missing`)
    if (action === 'session.begin' || action === 'session.refresh') began.add(object)
    if (!isCompared(object) || action.startsWith('session.')) continue
    if (after === null) told.delete(object)
    else told.set(object, after)
  }

  const found = new Map<string, unknown>()
  for (const each of await db.selectFrom('account').selectAll().execute()) {
    const { username, role, disabled_at, must_change_password } = each
    found.set(`user/${each.id}`, { username, role, disabled: disabled_at !== null, must_change_password })
  }
  for (const each of await db.selectFrom('api_key').selectAll().execute()) {
    const { account_id: user, name, scopes, networks, expires_at } = each
    found.set(`key/${each.id}`, { user, name, scopes, networks, expires_at: expires_at?.toISOString() ?? null })
  }
  for (const [object, value] of found) {
    if (!told.has(object)) wrong.push(`${object} is there without an audit row`)
    else if (!isDeepStrictEqual(value, told.get(object))) wrong.push(`${object} is not as the audit says`)
  }
  for (const object of told.keys()) if (!found.has(object)) wrong.push(`${object} is in the audit and not there`)

  const sessions = await db.selectFrom('session').select('id').execute()
  for (const { id } of sessions) {
    if (!began.has(`session/${id}`)) wrong.push(`session ${id} began without an audit row`)
  }
  return { compared: found.size + sessions.length, wrong }
}

function isCompared(object: string): boolean {
  return /^(user|key)\//.test(object)
}
