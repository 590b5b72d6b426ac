import type { ProofStack } from '../../harness/stack/proof-stack.ts'
import type { Report } from '../../harness/report.ts'
import { signIn } from '../administrator.ts'
import { httpsCall } from '../https-call.ts'
import { startOwnApi } from '../own-api.ts'
import { addPerson, tryLogin } from '../answers/people.ts'

const FORMAT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}$/
/** Longer than the session cache lifetime. */
const FORGOTTEN_MS = 1_100

/** A token expires at its session age, whether used or idle. The proof moves the clock of its own API instance. */
export async function proveAge({ stack }: ProofStack, report: Report): Promise<void> {
  const administrator = await signIn(stack)
  const { ca } = administrator
  const person = await addPerson(administrator, 'operator')
  const clock = { offset: 0 }
  const api = await startOwnApi(stack, { clockOffsetSeconds: () => clock.offset })
  const where = { ca, port: api.port }
  try {
    for (const seconds of [300, 86_400]) {
      clock.offset = 0
      await administrator.call('PATCH', '/api/settings', { session_age_seconds: seconds })
      const [used, idle] = [await tryLogin(person, where), await tryLogin(person, where)]
      const { token, expiration_date: end } = JSON.parse(used.text) as { token: string; expiration_date: string }
      const { token: idleToken } = JSON.parse(idle.text) as { token: string }
      const offMs = Math.abs(Date.parse(`${end}Z`) - Date.now() - seconds * 1_000)
      const isAsSaid = FORMAT.test(end) && offMs < 5_000 && used.headers['expires-in'] === String(seconds)

      const statusAt = async (offset: number, each: string) => {
        clock.offset = offset
        await new Promise((resolve) => setTimeout(resolve, FORGOTTEN_MS))
        return (await httpsCall({ ...where, path: '/api/auth/me', headers: { 'api-key': each } })).status
      }
      const alive = []
      for (const part of [0.25, 0.5, 0.75]) alive.push(await statusAt(seconds * part, token))
      alive.push(await statusAt(seconds - 30, token), await statusAt(seconds - 30, idleToken))
      const over = [await statusAt(seconds + 1, token), await statusAt(seconds + 1, idleToken)]
      report.check(
        `with a session age of ${seconds} s a token ends then, used or idle`,
        isAsSaid && alive.every((status) => status === 200) && over.every((status) => status === 401),
        `${end}, off by ${Math.round(offMs)} ms; before its end ${alive.join(' ')}, after it ${over.join(' ')}`,
      )
    }
  } finally {
    await administrator.call('PATCH', '/api/settings', { session_age_seconds: 28_800 })
    await api.stop()
  }
}
