import { engineUrl, type ProofStack } from '../harness/stack/proof-stack.ts'
import type { Cast, CastRole } from './cast.ts'
import type { DrivenClock } from './clocked-stack.ts'
import { expireUnread } from './expire-unread.ts'
import type { Oracle } from './oracle.ts'
import { createRefusals } from './refused-documents.ts'
import { captureFrom } from './stats-lines.ts'
import type { StatementClient } from './statement-client.ts'
import { HOUR_MS } from './hour.ts'

const MINUTE_MS = 60_000
/** Every probe reports and sends at these minutes; a longer pause counts as silence. */
export const MINUTES = [5, 25, 45] as const
export const SILENT_SECONDS = 1_500
const PER_BEAT = 5
const GAP = { late: 5, open: 7, removed: 4 }
const UNREAD = 6

export interface Stage {
  proof: ProofStack
  clock: DrivenClock
  oracle: Oracle
  cast: Cast
  client: StatementClient
  /** Waits until everything that was sent is stored. */
  settle(): Promise<void>
  /** Called while events wait unread. */
  whileLate(): Promise<void>
}

export type Timeline = ReturnType<typeof createTimeline>

/** The events of the six hours, step by step. */
export function createTimeline({ proof, clock, oracle, cast, client, settle, whileLate }: Stage) {
  const refusals = createRefusals(engineUrl(proof.stack))
  let lateFirst = 0
  let openFirst = 0
  let deadNumbers: number[] = []
  let deadStream = ''
  let isRemoved = false
  /** When the last cause of the second hour ended, in real time. */
  let healedAt = 0

  const before: Record<string, () => Promise<void> | void> = {
    '1:25': () => {
      lateFirst = cast.lateGap.skip(GAP.late)
    },
    '1:45': async () => {
      deadStream = cast.dead.stream()
      deadNumbers = [1, 2, 3].map((step) => cast.dead.next() + step)
      await refusals.refuse(cast.dead.id, deadStream, deadNumbers)
    },
    // Not the first event of the hour: a gap counts in the hour of whichever neighbour arrived first.
    '2:25': () => {
      openFirst = cast.openGap.skip(GAP.open)
      cast.removed.skip(GAP.removed)
      cast.restarted.restart()
    },
    '4:45': () => cast.restarted.restart(),
  }
  const after: Record<string, () => Promise<void>> = {
    '3:25': () => cast.lateGap.fill(lateFirst, GAP.late),
    '3:45': loseUnread,
    '4:05': retryDead,
    '4:25': removeProbe,
  }

  async function beat(hour: number, minute: (typeof MINUTES)[number]): Promise<void> {
    const name = `${hour}:${String(minute).padStart(2, '0')}`
    await clock.moveTo(clock.firstHour + hour * HOUR_MS + minute * MINUTE_MS)
    await before[name]?.()
    const speaking = (Object.keys(cast) as CastRole[]).filter((role) => isHeard(role, hour, minute))
    await Promise.all(speaking.map((role) => speak(role, hour, minute)))
    await after[name]?.()
  }

  function isHeard(role: CastRole, hour: number, minute: number): boolean {
    const time = hour * 60 + minute
    if (role === 'silent') return !(time >= 145 && time <= 205) && time < 320
    return role !== 'removed' || !isRemoved
  }

  async function speak(role: CastRole, hour: number, minute: number): Promise<void> {
    const probe = cast[role]
    await probe.report(role === 'drops' ? await sensor(hour, minute) : null)
    const isRefused = role === 'dead' && hour === 1 && minute === 45
    await probe.send(PER_BEAT, new Map(isRefused ? deadNumbers.map((each) => [each, 'dead'] as const) : []))
  }

  /** Drops packets in the fourth hour and, after a counter reset, in the sixth. */
  async function sensor(hour: number, minute: number) {
    const time = hour * 60 + minute
    const [packets, dropped] = time < 185 ? [time * 1_000, 40] : time < 305 ? [time * 1_000, 160] : [time * 10, 30]
    if (time === 185) oracle.dropped(cast.drops.id, clock.now(), 120)
    if (time === 305) oracle.dropped(cast.drops.id, clock.now(), 30)
    return captureFrom(packets, dropped)
  }

  async function loseUnread(): Promise<void> {
    // Otherwise events of other probes would wait with them.
    await settle()
    const first = cast.expired.next()
    const unread = Array.from({ length: UNREAD }, (_, index) => first + index)
    await expireUnread(proof.stack, {
      send: () => cast.expired.send(UNREAD, new Map(unread.map((each) => [each, 'waiting' as const]))),
      async whileUnread() {
        await clock.moveTo(clock.now() + MINUTE_MS)
        await whileLate()
      },
      after: () => cast.expired.send(1),
    })
    for (const sequence of unread) oracle.became(cast.expired.id, cast.expired.stream(), sequence, 'expired')
  }

  async function retryDead(): Promise<void> {
    await refusals.accept()
    healedAt = Date.now()
    const { status, text } = await client.call('POST', '/api/dead-letters/retry', {})
    if (status !== 200) throw new Error(`dead letters cannot be retried: ${status} ${text}`)
    for (const sequence of deadNumbers) oracle.became(cast.dead.id, deadStream, sequence, 'indexed')
  }

  async function removeProbe(): Promise<void> {
    const at = clock.now()
    const { status, text } = await client.call('DELETE', `/api/probes/${cast.removed.id}`)
    if (status >= 300) throw new Error(`a probe cannot be removed: ${status} ${text}`)
    oracle.removed(cast.removed.id, at)
    isRemoved = true
  }

  return {
    async hour(number: number): Promise<void> {
      for (const minute of MINUTES) await beat(number, minute)
      await clock.moveTo(clock.firstHour + number * HOUR_MS + 58 * MINUTE_MS)
    },
    healedAt: () => healedAt,
    /** Gives up the gap that never closes. */
    giveUp: () => cast.openGap.giveUp(openFirst, GAP.open),
  }
}
