import { type LetterBounds, type ParkedLetter, readLetterPage, retryLetters } from '@watchpost/log'
import type { AuditOrigin } from '@watchpost/store'
import type { DeadLetterPorts } from '../../src/dead-letters/dead-letter-service.ts'

/** A dead letter of probe 7, or of another. */
export function aDeadLetter({
  number = 0,
  event = '{"event_type":',
  reason = 'not-json',
  probeId = 7,
  retries = 0,
}: {
  number?: number
  event?: string | Buffer
  reason?: ParkedLetter['reason']
  probeId?: number
  retries?: number
}): ParkedLetter {
  return {
    number,
    parkedAt: Date.parse('2026-11-14T09:12:33.650Z') + number,
    reason,
    detail: 'Unexpected end of JSON input',
    record: {
      identity: { probeId, stream: '0f3d2c1b4a5968778695a4b3c2d1e0f9', sequence: 100 + number },
      fqdn: `probe-0${probeId}.example.test`,
      policyVersion: 1,
      receivedAt: Date.parse('2026-11-14T09:12:33.412Z') + number,
      partition: 0,
      offset: number,
      payload: Buffer.from(event),
      ...(retries > 0 && { retries }),
    },
  }
}

export interface DeadLetterFakes {
  letters?: ParkedLetter[]
  /** Letters before this number were retried. */
  retried?: number
  isRetrying?: boolean
}

/** In-memory dead letters, numbered from 0 without gaps; retried letters are removed. */
export function someDeadLetters({ letters = [], retried = 0, isRetrying = false }: DeadLetterFakes = {}) {
  const state: LetterBounds = { start: 0, retried, end: letters.length }
  const putBack: ParkedLetter[] = []
  const audited: { origin: AuditOrigin; first: number; last: number }[] = []
  async function* read(from: number, to: number) {
    yield* letters.slice(from, to)
  }
  const bounds = {
    read: async () => ({ ...state }),
    async setRetried(offset: number) {
      state.retried = offset
    },
  }
  const ports: DeadLetterPorts = {
    letters: {
      bounds: bounds.read,
      page: (wish) => readLetterPage(read, wish),
      retry: (wish) =>
        retryLetters({ bounds, letters: read, putBack: async (piece) => void putBack.push(...piece) }, wish),
    },
    retries: {
      run: async (origin, retry) =>
        isRetrying ? 'under-way' : retry(async (range) => void audited.push({ origin, ...range })),
    },
    reading: { run: (task) => task() },
  }
  return { ...ports, putBack, audited }
}
