import type { Stack } from '../../../stack/stack.ts'
import { signIn } from '../../accounts/administrator.ts'
import { entrances } from '../../accounts/answers/expected-answers.ts'
import { addPerson, makeKey, type Person } from '../../accounts/answers/people.ts'
import type { FuzzIdentity } from './plan.ts'
import type { FuzzOrder } from './schemathesis.ts'

const RENEWAL_SECONDS = 120
const NUL_EVERY = 12
const CLOSED_PORT = 6_514

/** Accounts that the fuzzer uses, and one that it may change freely. */
export async function makePersonas(stack: Stack): Promise<(identity: FuzzIdentity) => FuzzOrder> {
  const administrator = await signIn(stack)
  const people = {
    administrator: await addPerson(administrator, 'administrator'),
    operator: await addPerson(administrator, 'operator'),
    viewer: await addPerson(administrator, 'viewer'),
    auditor: await addPerson(administrator, 'auditor'),
  }
  const victim = await addPerson(administrator, 'operator')
  const key = await makeKey(administrator, ['search', 'alerts:read', 'alerts:write', 'exports', 'probes', 'admin'])
  const first = JSON.parse((await administrator.call('GET', '/api/auth/me')).text) as { id?: number }
  const own = [...Object.values(people).map(({ id }) => id), first.id ?? 1, 1]

  return (identity) => ({
    identity:
      identity === 'key'
        ? { kind: 'key', key: key.headers['api-key'] }
        : { kind: entrances[identity] === 'browser' ? 'cookie' : 'token', ...nameAndPassword(people[identity]) },
    login: { host: '127.0.0.1', port: stack.state.config.apiPort, ca: stack.folder.ca, source: '127.0.50.1' },
    renewal_seconds: RENEWAL_SECONDS,
    nul_every: NUL_EVERY,
    protected_users: [...new Set(own)].map(String),
    protected_keys: [String(key.id)],
    victim: victim.id,
    closed_port: CLOSED_PORT,
  })
}

function nameAndPassword({ username, password }: Person): { username: string; password: string } {
  return { username, password }
}
