import { createHash, randomBytes } from 'node:crypto'
import { Agent } from 'node:https'
import { connectStore } from '@watchpost/store'
import type { ProofStack } from '../../harness/stack/proof-stack.ts'
import type { Report } from '../../harness/report.ts'
import { apiPorts, signIn } from '../administrator.ts'
import { createChance } from '../../harness/chance.ts'
import { httpsCall } from '../https-call.ts'
import { storeConfig } from '../key-rotation.ts'
import { addPerson, logIn, makeKey, signInBrowser } from '../answers/people.ts'

const WORKERS = 16

/** Rejects everything that resembles a token, was one, or is valid elsewhere. */
export async function proveTokens(
  { stack }: ProofStack,
  report: Report,
  { count, seed }: { count: number; seed: number },
): Promise<void> {
  const administrator = await signIn(stack)
  const { ca } = administrator
  const ports = apiPorts(stack)
  const where = { ca, port: ports[0] ?? 0 }
  const chance = createChance(seed)
  const good = await goodOnes(administrator, where)
  const dead = await deadOnes(administrator, where, stack)
  const makers: Record<string, () => string> = {
    'a bit flipped': () => flipBit(chance.pick(good), chance),
    truncated: () => chance.pick(good).slice(0, chance.below(47)),
    extended: () => chance.pick(good) + randomBytes(1 + chance.below(8)).toString('base64url'),
    expired: () => dead.expired,
    revoked: () => chance.pick(dead.revoked),
    'of another appliance': () => `apk_${chance.below(2) ? 'key_' : ''}${randomBytes(32).toString('base64url')}`,
    'the stored hash': () => chance.pick(storedHashes(chance.pick(good))),
    'in another place': () => chance.pick(good).replace(/^apk_(key_)?/, chance.pick(['', 'apk_', 'apk_key_', 'API_'])),
  }

  const live = new Set(good)
  const statuses = new Map<number, number>()
  const accepted: string[] = []
  const agents = ports.map(() => new Agent({ keepAlive: true, maxSockets: WORKERS }))
  let sent = 0
  const work = async () => {
    while (sent < count) {
      const kind = chance.pick(Object.keys(makers))
      const token = makers[kind]?.() ?? ''
      // Skip a mutation that happens to be valid again.
      if (live.has(token) || /[^\x20-\x7e]/.test(token)) continue
      sent += 1
      const turn = sent % ports.length
      const headers = chance.pick(placesFor(token))
      const port = ports[turn] ?? 0
      const answer = await httpsCall({ ca, port, path: '/api/auth/me', headers, agent: agents[turn] })
      statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1)
      if (answer.status !== 401) accepted.push(`${kind}: ${answer.status}`)
    }
  }
  const startedAt = Date.now()
  await Promise.all(Array.from({ length: WORKERS }, work))
  for (const agent of agents) agent.destroy()
  report.figure('wrong_tokens', statuses.get(401) ?? 0)
  report.figure('wrong_tokens_per_second', sent / ((Date.now() - startedAt) / 1_000))
  const stillGood = await Promise.all(
    good.map((token) => httpsCall({ ...where, path: '/api/auth/me', headers: placesFor(token)[0] })),
  )
  const misplaced = await Promise.all(
    good.map((token) => httpsCall({ ...where, path: '/api/auth/me', headers: placesFor(token).at(-1) })),
  )
  report.check(
    'no token that is flipped, cut, ended, foreign or a stored hash is accepted',
    accepted.length === 0 && misplaced.every(({ status }) => status === 401),
    accepted.slice(0, 5).join('; ') || `${statuses.get(401)} refused with 401`,
  )
  report.check(
    'the good ones that they were made of are',
    stillGood.every(({ status }) => status === 200),
    stillGood.map(({ status }) => status).join(' '),
  )
}

type Where = { ca: string; port: number }

/** Valid tokens and a key; the last one is a cookie, which is valid only as a cookie. */
async function goodOnes(administrator: Awaited<ReturnType<typeof signIn>>, where: Where): Promise<string[]> {
  const operator = await addPerson(administrator, 'operator')
  const tokens = [await logIn(operator, where), await logIn(operator, where)].map((each) => each['api-key'])
  const { headers } = await makeKey(administrator, ['search'])
  const { cookie } = await signInBrowser(operator, where)
  return [...tokens, headers['api-key'], cookie.replace('__Host-sid=', '')]
}

async function deadOnes(
  administrator: Awaited<ReturnType<typeof signIn>>,
  where: Where,
  stack: ProofStack['stack'],
): Promise<{ expired: string; revoked: string[] }> {
  const late = await addPerson(administrator, 'operator')
  const expired = await logIn(late, where)
  const store = connectStore(storeConfig(stack), 'proof')
  const past = { created_at: new Date(0), expires_at: new Date(1) }
  await store.db.updateTable('session').set(past).where('account_id', '=', late.id).execute()
  await store.close()

  const leaving = await addPerson(administrator, 'operator')
  const left = await logIn(leaving, where)
  await httpsCall({ ...where, method: 'POST', path: '/api/auth/logout', headers: left })
  const replaced = await logIn(leaving, where)
  await httpsCall({ ...where, method: 'POST', path: '/api/auth/refresh', headers: replaced })
  const key = await makeKey(administrator, ['search'])
  await administrator.call('DELETE', `/api/auth/keys/${key.id}`)
  const gone = await addPerson(administrator, 'operator')
  const disabled = await logIn(gone, where)
  await administrator.call('PATCH', `/api/users/${gone.id}`, { disabled: true })
  return {
    expired: expired['api-key'],
    revoked: [left, replaced, key.headers, disabled].map((each) => each['api-key'] ?? ''),
  }
}

function flipBit(token: string, chance: ReturnType<typeof createChance>): string {
  const bytes = Buffer.from(token, 'latin1')
  const at = chance.below(bytes.length)
  bytes.writeUInt8((bytes[at] ?? 0) ^ (1 << chance.below(7)), at)
  return bytes.toString('latin1')
}

/** The hashes in a stolen database, in every form that a token could take. */
function storedHashes(token: string): string[] {
  const hash = createHash('sha256').update(token).digest()
  const text = hash.toString('base64url')
  return [hash.toString('hex'), text, `apk_${text}`, `apk_key_${text}`]
}

function placesFor(token: string): Record<string, string>[] {
  const isCookie = !token.startsWith('apk_')
  const inHeaders: Record<string, string>[] = [{ 'api-key': token }, { authorization: `Bearer ${token}` }]
  const inCookie: Record<string, string> = { cookie: `__Host-sid=${token}` }
  return isCookie ? [inCookie, ...inHeaders] : [...inHeaders, inCookie]
}
