import { connectStore } from '@watchpost/store'
import type { ProofStack } from '../../harness/stack/proof-stack.ts'
import type { Report } from '../../harness/report.ts'
import { apiPorts, signIn } from '../administrator.ts'
import { accountRoles, differences, entrances, type ExpectedRow, type Identity, pathOf } from './expected-answers.ts'
import { httpsCall } from '../https-call.ts'
import { storeConfig } from '../key-rotation.ts'
import { addPerson, logIn, makeKey, type Person, signInBrowser } from './people.ts'

/** Calls every documented route as every identity and compares the answers with the hand-written table. */
export async function proveAnswers({ stack }: ProofStack, report: Report): Promise<void> {
  const administrator = await signIn(stack)
  const { ca } = administrator
  const [port = 0] = apiPorts(stack)
  const where = { ca, port }
  const persons: Partial<Record<Identity, Person>> = {}
  for (const role of accountRoles) persons[role] = await addPerson(administrator, role)
  const signedIn = (person: Person) =>
    entrances[person.role] === 'browser' ? signInBrowser(person, where) : logIn(person, where)

  const gone = await addPerson(administrator, 'operator')
  const kept = new Map<Identity, Record<string, string>>([['nobody', {}]])
  kept.set('disabled', await logIn(gone, where))
  await administrator.call('PATCH', `/api/users/${gone.id}`, { disabled: true })
  const late = await addPerson(administrator, 'operator')
  kept.set('expired', await logIn(late, where))
  const store = connectStore(storeConfig(stack), 'proof')
  const past = { created_at: new Date(0), expires_at: new Date(1) }
  await store.db.updateTable('session').set(past).where('account_id', '=', late.id).execute()
  await store.close()

  async function credentialOf(identity: Identity, isFresh: boolean): Promise<Record<string, string>> {
    const person = persons[identity]
    if (isFresh && person) {
      kept.delete(identity)
      return signedIn(person)
    }
    const known = kept.get(identity)
    if (known) return known
    const scope = identity.replace(/^key /, '')
    const headers = person ? await signedIn(person) : (await makeKey(administrator, [scope])).headers
    kept.set(identity, headers)
    return headers
  }

  const described = JSON.parse((await httpsCall({ ...where, path: '/docs/openapi.json' })).text) as {
    paths: Record<string, Record<string, unknown>>
  }
  const routes = Object.entries(described.paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
  )
  const ask = async (row: ExpectedRow, identity: Identity) => {
    const headers = { ...(await credentialOf(identity, row.isLast ?? false)), 'x-requested-with': 'proof' }
    const [method = ''] = row.route.split(' ')
    const answer = await httpsCall({ ...where, method, path: pathOf(row), body: row.body, headers })
    return answer.status
  }
  const { asked, wrong } = await differences(routes, ask)
  report.figure('routes', routes.length)
  report.check(
    'every route answers each caller as the table says',
    wrong.length === 0 && routes.length > 20,
    wrong.slice(0, 5).join('; ') || `${asked} answers of ${routes.length} routes`,
  )
}
