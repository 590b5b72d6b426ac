import { createDeadLetters, LogConfig } from '@watchpost/log'
import { loadConfig } from '@watchpost/runtime'
import { Type } from 'typebox'

/** What reading dead letters needs to know. */
const DeadLettersConfig = Type.Object({ log: LogConfig })

const SHOWN_BYTES = 160

/** Shows events that could not become documents, oldest first, one line each; as JSON with the whole event. */
export async function listDeadLetters(
  options: { limit: number; isJson: boolean },
  say: (line: string) => void,
): Promise<void> {
  await withDeadLetters(async (letters) => {
    let count = 0
    for await (const { number, parkedAt, reason, detail, record } of letters.list()) {
      if (count === options.limit) {
        if (!options.isJson) say(`… and more; --limit shows them`)
        return
      }
      count += 1
      const { probeId, stream, sequence } = record.identity
      const event = record.payload.toString('utf8')
      const parked = new Date(parkedAt).toISOString()
      say(
        options.isJson
          ? JSON.stringify({ number, parked_at: parked, reason, detail, probe_id: probeId, stream, sequence, event })
          : `${number}  ${parked}  ${reason}: ${detail}\n    probe ${probeId}, ${stream}/${sequence}: ${event.slice(0, SHOWN_BYTES)}`,
      )
    }
    if (!options.isJson) say(count === 0 ? 'no dead letters' : `${count} dead letter(s)`)
  })
}

/** Sends all of them on their way again; what is still refused comes back. */
export async function retryDeadLetters(say: (line: string) => void): Promise<void> {
  await withDeadLetters(async (letters) => {
    say(`${await letters.retry()} dead letter(s) sent to the indexers again`)
  })
}

async function withDeadLetters(work: (letters: ReturnType<typeof createDeadLetters>) => Promise<void>): Promise<void> {
  const letters = createDeadLetters(loadConfig(DeadLettersConfig).log, 'watchpost-dead-letters')
  try {
    await work(letters)
  } finally {
    await letters.stop()
  }
}
