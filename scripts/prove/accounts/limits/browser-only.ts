import { randomBytes } from 'node:crypto'
import type { Stack } from '../../../stack/stack.ts'
import type { Report } from '../../harness/report.ts'
import { type Administrator, apiPorts } from '../administrator.ts'
import { addPerson, isProblem, makeKey, signInBrowser, tryLogin } from '../answers/people.ts'
import { httpsCall } from '../https-call.ts'

const BROWSER_ONLY = ['viewer', 'auditor'] as const

const DENIED = [
  ['GET', '/api/auth/keys'],
  ['GET', '/api/alerts'],
  ['GET', '/api/data/es/fields'],
  ['GET', '/api/coverage'],
  ['GET', '/api/probes'],
  ['GET', '/api/users'],
  ['GET', '/api/settings'],
] as const
const ALLOWED = [
  ['GET', '/api/audit'],
  ['GET', '/api/system/health'],
  ['GET', '/api/auth/me'],
  ['GET', '/api/auth/sessions'],
] as const

/** Accounts with a browser-only role get neither tokens nor keys, and lose the keys that they had. */
export async function proveBrowserOnly(stack: Stack, administrator: Administrator, report: Report): Promise<void> {
  const where = whereOf(stack, administrator)
  const wrong: string[] = []
  for (const role of BROWSER_ONLY) {
    const person = await addPerson(administrator, role)
    const login = await tryLogin(person, where)
    if (login.status !== 403 || !isProblem(login, 'forbidden')) wrong.push(`${role} logs in: ${login.status}`)
    const body = { name: `key-of-${person.id}`, scopes: ['search'], user_id: person.id }
    const made = await administrator.call('POST', '/api/auth/keys', body)
    if (made.status !== 400) wrong.push(`a key for ${role}: ${made.status}`)

    const former = await addPerson(administrator, 'operator')
    const { headers } = await makeKey(administrator, ['search'], former.id)
    const changed = await administrator.call('PATCH', `/api/users/${former.id}`, { role })
    const back = await administrator.call('PATCH', `/api/users/${former.id}`, { role: 'operator' })
    const used = await administrator.call('GET', '/api/version', undefined, { headers })
    if (changed.status !== 200 || back.status !== 200 || used.status !== 401) {
      wrong.push(`a key of an operator who was ${role}: ${changed.status}, ${back.status}, ${used.status}`)
    }
  }
  report.check(
    'accounts with a browser-only role have no tokens and no keys',
    wrong.length === 0,
    wrong.join('; ') || BROWSER_ONLY.join(', '),
  )
}

/** An auditor reads the audit and system health, manages its own account, and can do nothing else. */
export async function proveAuditor(stack: Stack, administrator: Administrator, report: Report): Promise<void> {
  const where = whereOf(stack, administrator)
  const auditor = await addPerson(administrator, 'auditor')
  let headers = await signInBrowser(auditor, where)
  const statusOf = async (method: string, path: string, body?: object) =>
    (await httpsCall({ ...where, method, path, headers, body })).status
  const wrong: string[] = []
  const judge = async (method: string, path: string, expected: number, body?: object) => {
    const status = await statusOf(method, path, body)
    if (status !== expected) wrong.push(`${method} ${path}: ${status}, not ${expected}`)
  }

  for (const [method, path] of ALLOWED) await judge(method, path, 200)
  for (const [method, path] of DENIED) await judge(method, path, 403)
  await judge('POST', '/api/auth/keys', 403, { name: 'own', scopes: ['admin'] })
  await judge('PATCH', `/api/users/${auditor.id}`, 403, { role: 'administrator' })
  const password = randomBytes(18).toString('base64url')
  const change = { current_password: auditor.password, new_password: password }
  await judge('POST', '/api/auth/password', 200, change)
  headers = await signInBrowser({ ...auditor, password }, where)
  await judge('DELETE', '/api/auth/sessions', 204)
  await judge('GET', '/api/audit', 401)
  report.check(
    'an auditor reads the audit and health, manages its own account, and nothing more',
    wrong.length === 0,
    wrong.join('; ') || `${ALLOWED.length} routes allowed, ${DENIED.length + 2} denied`,
  )
}

function whereOf(stack: Stack, { ca }: Administrator) {
  return { ca, port: apiPorts(stack)[0] ?? 0 }
}
