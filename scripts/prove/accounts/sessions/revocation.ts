import { Agent } from 'node:https'
import { setTimeout as sleep } from 'node:timers/promises'
import type { ProofStack } from '../../harness/stack/proof-stack.ts'
import type { Report } from '../../harness/report.ts'
import { type Administrator, apiPorts, signIn } from '../administrator.ts'
import { httpsCall } from '../https-call.ts'
import { addPerson, logIn, makeKey, signInBrowser } from '../answers/people.ts'

const WITHIN_MS = 1_000

interface Ending {
  headers: Record<string, string>
  end(): Promise<{ status: number }>
}

/**
 * A session or key ended on one API instance is rejected by the other within a second, although that one has it cached.
 */
export async function proveRevocation({ stack }: ProofStack, report: Report, rounds: number): Promise<void> {
  const administrator = await signIn(stack)
  const { ca } = administrator
  const [first = 0, second = 0] = apiPorts(stack)
  const agent = new Agent({ keepAlive: true })
  const worst: Record<string, number> = {}
  const failures: string[] = []
  for (const [name, prepare] of Object.entries(endings(administrator, { ca, port: first }))) {
    for (let round = 0; round < rounds; round += 1) {
      const { headers, end } = await prepare()
      const ask = async () => (await httpsCall({ ca, port: second, path: '/api/version', headers, agent })).status
      // The second instance has just cached it: the worst case.
      if ((await ask()) !== 200) failures.push(`${name}: was not let in before`)
      const { status } = await end()
      const endedAt = performance.now()
      if (status >= 300) failures.push(`${name}: ${status}`)
      while ((await ask()) === 200 && performance.now() - endedAt < 5_000) await sleep(5)
      worst[name] = Math.max(worst[name] ?? 0, performance.now() - endedAt)
    }
  }
  agent.destroy()
  const slowest = Math.max(...Object.values(worst))
  report.figure('revocation_worst_ms', slowest)
  report.check(
    'what is ended at one copy is refused by the other within 1 s',
    failures.length === 0 && slowest <= WITHIN_MS,
    failures[0] ??
      Object.entries(worst)
        .map(([name, ms]) => `${name} ${Math.round(ms)} ms`)
        .join(', '),
  )
}

function endings(administrator: Administrator, where: { ca: string; port: number }) {
  const { call } = administrator
  const person = async () => {
    const someone = await addPerson(administrator, 'operator')
    return { ...someone, headers: await logIn(someone, where) }
  }
  const changing = (body: object) => async (): Promise<Ending> => {
    const { id, headers } = await person()
    return { headers, end: () => call('PATCH', `/api/users/${id}`, body) }
  }
  return {
    'disabled user': changing({ disabled: true }),
    'changed role': changing({ role: 'viewer' }),
    'removed user': async () => {
      const { id, headers } = await person()
      return { headers, end: () => call('DELETE', `/api/users/${id}`) }
    },
    'new password': async () => {
      const { id, headers } = await person()
      return { headers, end: () => call('POST', `/api/users/${id}/password`) }
    },
    'all sessions ended': async () => {
      const { id, headers } = await person()
      return { headers, end: () => call('DELETE', `/api/users/${id}/sessions`) }
    },
    'log out': async () => {
      const { headers } = await person()
      return { headers, end: () => httpsCall({ ...where, method: 'POST', path: '/api/auth/logout', headers }) }
    },
    refresh: async () => {
      const { headers } = await person()
      return { headers, end: () => httpsCall({ ...where, method: 'POST', path: '/api/auth/refresh', headers }) }
    },
    'signed out browser': async () => {
      const headers = await signInBrowser(await addPerson(administrator, 'viewer'), where)
      return { headers, end: () => httpsCall({ ...where, method: 'DELETE', path: '/api/auth/session', headers }) }
    },
    'removed key': async () => {
      const { id, headers } = await makeKey(administrator, ['search'])
      return { headers, end: () => call('DELETE', `/api/auth/keys/${id}`) }
    },
    'key of a disabled user': async () => {
      const owner = await addPerson(administrator, 'operator')
      const { headers } = await makeKey(administrator, ['search'], owner.id)
      return { headers, end: () => call('PATCH', `/api/users/${owner.id}`, { disabled: true }) }
    },
  } satisfies Record<string, () => Promise<Ending>>
}
