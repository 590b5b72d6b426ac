import { setTimeout as sleep } from 'node:timers/promises'
import type { ProofStack } from '../../harness/stack/proof-stack.ts'
import type { Report } from '../../harness/report.ts'
import { type Administrator, signIn } from '../administrator.ts'
import type { HttpsAnswer } from '../https-call.ts'
import { addPerson, isProblem, makeKey } from '../answers/people.ts'
import { proveAuditor, proveBrowserOnly } from './browser-only.ts'

const ALL_SCOPES = ['search', 'alerts:read', 'alerts:write', 'exports', 'probes', 'admin']
const REFUSED_WITHIN_MS = 1_000

/**
 * A key cannot grant more than it has. A password change lists the remaining keys and removes them on request. Accounts
 * with a browser-only role have none.
 */
export async function proveKeyLimits({ stack }: ProofStack, report: Report): Promise<void> {
  const administrator = await signIn(stack)
  await proveInheritance(administrator, report)
  await proveRemainingKeys(administrator, report)
  await proveBrowserOnly(stack, administrator, report)
  await proveAuditor(stack, administrator, report)
}

async function proveInheritance(administrator: Administrator, report: Report): Promise<void> {
  const operator = await addPerson(administrator, 'operator')
  const boss = await addPerson(administrator, 'administrator')
  const gone = await addPerson(administrator, 'viewer')
  await administrator.call('PATCH', `/api/users/${gone.id}`, { disabled: true })
  const tomorrow = new Date(Date.now() + 86_400_000).toISOString()
  const later = new Date(Date.now() + 2 * 86_400_000).toISOString()
  const own = { scopes: ['admin', 'search'], networks: ['127.0.0.0/8'], expires_at: tomorrow }
  const wider = [
    { ...own, scopes: ALL_SCOPES },
    { ...own, networks: [] },
    { ...own, networks: ['127.0.0.0/7'] },
    { ...own, networks: ['127.0.0.1', '::1'] },
    { ...own, expires_at: null },
    { ...own, expires_at: later },
    { ...own, expires_at: later, user_id: operator.id },
    { scopes: ['search'] },
  ]
  const attempts: [string, string, object?][] = [
    ...wider.map((body, at): [string, string, object] => ['POST', '/api/auth/keys', { name: `wider ${at}`, ...body }]),
    ...['viewer', 'operator', 'administrator', 'auditor'].map((role): [string, string, object] => [
      'POST',
      '/api/users',
      { username: `made-by-key-${role}`, role },
    ]),
    ['PATCH', `/api/users/${operator.id}`, { role: 'administrator' }],
    ['PATCH', `/api/users/${operator.id}`, { role: 'auditor' }],
    ['PATCH', `/api/users/${gone.id}`, { disabled: false }],
    ['POST', `/api/users/${boss.id}/password`],
    ['POST', `/api/users/${operator.id}/password`, { revoke_keys: true }],
  ]
  const made = await administrator.call('POST', '/api/auth/keys', { name: `limited-${operator.id}`, ...own })
  const { key = '' } = JSON.parse(made.text) as { key?: string }
  const before = await listed(administrator)
  const granted: string[] = []
  for (const [method, path, body] of attempts) {
    const answer = await administrator.call(method, path, body, { headers: { 'api-key': key } })
    if (!isRefused(answer)) granted.push(`${method} ${path} ${JSON.stringify(body)}: ${answer.status}`)
  }
  const isUnchanged = (await listed(administrator)) === before
  const within = { name: `within-${operator.id}`, ...own, scopes: ['search'], networks: ['127.0.0.1'] }
  const narrower = await administrator.call('POST', '/api/auth/keys', within, { headers: { 'api-key': key } })
  report.check(
    'a key makes no key and no account wider or longer than itself',
    made.status === 201 && granted.length === 0 && isUnchanged && narrower.status === 201,
    granted[0] ??
      `${attempts.length} attempts refused, a narrower key ${narrower.status}; accounts and keys ${isUnchanged ? 'unchanged' : 'CHANGED'}`,
  )
}

async function proveRemainingKeys(administrator: Administrator, report: Report): Promise<void> {
  const owner = await addPerson(administrator, 'operator')
  const { headers } = await makeKey(administrator, ['search'], owner.id)
  const reset = async (body?: object) => {
    const answer = await administrator.call('POST', `/api/users/${owner.id}/password`, body)
    return JSON.parse(answer.text) as { keys_removed?: number; keys_remaining?: number }
  }
  const status = async () => (await administrator.call('GET', '/api/version', undefined, { headers })).status
  const kept = await reset()
  const keptStatus = await status()
  const revoked = await reset({ revoke_keys: true })
  const endedAt = performance.now()
  while ((await status()) === 200 && performance.now() - endedAt < 5_000) await sleep(5)
  const refusedMs = performance.now() - endedAt
  report.check(
    'a new password says which keys remain, and removes them when asked to',
    kept.keys_remaining === 1 &&
      keptStatus === 200 &&
      revoked.keys_removed === 1 &&
      revoked.keys_remaining === 0 &&
      refusedMs <= REFUSED_WITHIN_MS,
    `${kept.keys_remaining} remained; then ${revoked.keys_removed} removed, refused after ${Math.round(refusedMs)} ms`,
  )
}

function isRefused(answer: HttpsAnswer): boolean {
  return answer.status === 403 && isProblem(answer, 'exceeds-own-key')
}

/** All accounts with their permissions and all keys with their limits, as one text. */
async function listed({ call }: Administrator): Promise<string> {
  const [users, keys] = [await call('GET', '/api/users'), await call('GET', '/api/auth/keys')]
  const rights = (
    JSON.parse(users.text) as { id: number; role: string; disabled: boolean; password_changed_at: string }[]
  ).map(({ id, role, disabled, password_changed_at: at }) => `${id} ${role} ${disabled} ${at}`)
  const limits = (JSON.parse(keys.text) as { id: number }[]).map(({ id }) => id)
  return JSON.stringify([rights, limits])
}
