import type { ProofStack } from '../../harness/stack/proof-stack.ts'
import type { Report } from '../../harness/report.ts'
import { signIn } from '../administrator.ts'
import { httpsCall } from '../https-call.ts'
import { startOwnApi } from '../own-api.ts'
import { addPerson, tryLogin } from '../answers/people.ts'

const HOURS = 3_600
const LIMIT_DAYS = 7
/** Below the default session age of 8 hours. */
const EVERY_HOURS = 7
/** Longer than the session cache lifetime. */
const FORGOTTEN_MS = 1_100

interface Issued {
  token: string
  expiration_date: string
  session_expiration_date: string
}

/** A token that is refreshed in time, again and again, expires 7 days after its login. The proof moves the clock. */
export async function proveSessionLimit({ stack }: ProofStack, report: Report): Promise<void> {
  const administrator = await signIn(stack)
  const { ca } = administrator
  const person = await addPerson(administrator, 'operator')
  const clock = { offset: 0 }
  const api = await startOwnApi(stack, { clockOffsetSeconds: () => clock.offset })
  const where = { ca, port: api.port }
  try {
    const begunAt = Date.now()
    let issued = JSON.parse((await tryLogin(person, where)).text) as Issued
    const end = issued.session_expiration_date
    const offMs = Math.abs(Date.parse(`${end}Z`) - begunAt - LIMIT_DAYS * 24 * HOURS * 1_000)
    const wrong: string[] = []
    let refreshes = 0
    const refresh = () =>
      httpsCall({ ...where, method: 'POST', path: '/api/auth/refresh', headers: { 'api-key': issued.token } })
    for (let hour = EVERY_HOURS; hour < LIMIT_DAYS * 24; hour += EVERY_HOURS) {
      clock.offset = hour * HOURS
      const answer = await refresh()
      if (answer.status !== 200) throw new Error(`no token after ${hour} hours: ${answer.status} ${answer.text}`)
      issued = JSON.parse(answer.text) as Issued
      refreshes += 1
      if (issued.session_expiration_date !== end) wrong.push(`the end moved to ${issued.session_expiration_date}`)
      if (issued.expiration_date > end) wrong.push(`a token lives until ${issued.expiration_date}`)
    }
    clock.offset = LIMIT_DAYS * 24 * HOURS + 1
    await new Promise((resolve) => setTimeout(resolve, FORGOTTEN_MS))
    const late = await refresh()
    report.check(
      `a login ends after ${LIMIT_DAYS} days, however often its token is refreshed`,
      wrong.length === 0 && offMs < 5_000 && issued.expiration_date === end && late.status === 401,
      wrong[0] ?? `${refreshes} refreshes, ends at ${end}, off by ${Math.round(offMs)} ms; after it ${late.status}`,
    )
  } finally {
    await api.stop()
  }
}
