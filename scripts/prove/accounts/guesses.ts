import { Agent } from 'node:https'
import { setTimeout as sleep } from 'node:timers/promises'
import type { ProofStack } from '../harness/stack/proof-stack.ts'
import type { Report } from '../harness/report.ts'
import { signIn } from './administrator.ts'
import { createChance } from '../harness/chance.ts'
import { addPerson, inTurn, isProblem, type Person, tryLogin } from './answers/people.ts'

export interface GuessOptions {
  guesses: number
  sources: number
  accounts: number
  seed: number
}

const MOST_PER_ACCOUNT = 100
const HONEST_LOGINS = 100
const WORKERS = 32

/** Many clients guess passwords while legitimate users keep signing in from their usual IP addresses. */
export async function proveGuesses({ stack }: ProofStack, report: Report, options: GuessOptions): Promise<void> {
  const { guesses, sources, accounts, seed } = options
  const administrator = await signIn(stack)
  const { ca } = administrator
  const nextPort = inTurn(stack)
  const chance = createChance(seed)
  const people: Person[] = []
  for (let each = 0; each < accounts; each += 1) people.push(await addPerson(administrator, 'operator'))
  const homes = people.map((_, at) => new Agent({ keepAlive: true, localAddress: `127.0.2.${at + 1}` }))
  for (const [at, person] of people.entries()) {
    const first = await tryLogin(person, { ca, port: nextPort(), agent: homes[at] })
    if (first.status !== 200) throw new Error(`${person.username} cannot log in at first: ${first.text}`)
  }

  const crowd = Array.from(
    { length: sources },
    (_, at) => new Agent({ keepAlive: true, maxSockets: 1, localAddress: `127.0.1.${at + 1}` }),
  )
  const reached = new Map<string, number>()
  const counts = { sent: 0, hashed: 0, throttled: 0, busy: 0, other: 0, signedIn: 0 }
  const startedAt = performance.now()
  const guess = async () => {
    while (counts.sent < guesses) {
      counts.sent += 1
      const { username } = chance.pick(people)
      const password = `guess number ${counts.sent}`
      const answer = await tryLogin({ username, password }, { ca, port: nextPort(), agent: chance.pick(crowd) })
      if (answer.status === 401) {
        counts.hashed += 1
        reached.set(username, (reached.get(username) ?? 0) + 1)
      } else if (answer.status === 200) counts.signedIn += 1
      else if (answer.status === 429 && isProblem(answer, 'login-throttled')) counts.throttled += 1
      else if (answer.status === 429) counts.busy += 1
      else counts.other += 1
    }
  }
  const attack = Promise.all(Array.from({ length: WORKERS }, guess))
  const honest = honestLogins(people, homes, ca, nextPort, () => counts.sent / guesses)
  await attack
  const attackMs = performance.now() - startedAt
  const { succeeded, tried, times, refusals } = await honest
  for (const agent of [...homes, ...crowd]) agent.destroy()

  const most = Math.max(0, ...reached.values())
  report.figure('guesses', counts.sent)
  report.figure('guesses_per_second', counts.sent / (attackMs / 1_000))
  report.figure('guesses_that_reached_the_hash', counts.hashed)
  report.figure('guesses_throttled', counts.throttled)
  report.figure('guesses_turned_away_busy', counts.busy)
  report.figure('honest_login_p50_ms', times[Math.floor(times.length / 2)] ?? 0)
  report.figure('honest_login_worst_ms', times.at(-1) ?? 0)
  report.check(
    `of ${guesses} guesses from ${sources} sources at most ${MOST_PER_ACCOUNT} per account reach the hash`,
    most <= MOST_PER_ACCOUNT && counts.signedIn === 0 && counts.other === 0 && counts.throttled > 0,
    `${most} at most, ${counts.hashed} in all, ${counts.throttled} slowed down, ${counts.other} other answers`,
  )
  report.check(
    'honest logins from where they were before succeed in the meantime',
    tried >= HONEST_LOGINS && succeeded / tried >= 0.99,
    `${succeeded} of ${tried} ${refusals.slice(0, 3).join(' ')}`,
  )
}

/** Legitimate logins, spread over the whole attack. */
async function honestLogins(
  people: readonly Person[],
  homes: readonly Agent[],
  ca: string,
  nextPort: () => number,
  progress: () => number,
) {
  const times: number[] = []
  const refusals: string[] = []
  for (let tried = 0; tried < HONEST_LOGINS; tried += 1) {
    while (progress() < tried / HONEST_LOGINS) await sleep(20)
    const at = tried % people.length
    const person = people[at]
    if (!person) continue
    const startedAt = performance.now()
    const { status, text } = await tryLogin(person, { ca, port: nextPort(), agent: homes[at] })
    times.push(performance.now() - startedAt)
    if (status !== 200) refusals.push(`${status} ${text}`)
  }
  return {
    tried: times.length,
    succeeded: times.length - refusals.length,
    times: times.toSorted((one, other) => one - other),
    refusals,
  }
}
