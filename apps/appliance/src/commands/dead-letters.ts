import { createDeadLetters, type DeadLetters, LogConfig } from '@watchpost/log'
import { loadConfig } from '@watchpost/runtime'
import { connectStore, createDeadLetterRetries, StoreConfig } from '@watchpost/store'
import { Type } from 'typebox'
import { consoleOrigin } from '../console-origin.ts'
import { Refused } from '../refused.ts'

/** Settings for reading dead letters. */
const DeadLettersConfig = Type.Object({ log: LogConfig })

/** Additional settings for a retry, which is audited. */
const RetryConfig = Type.Object({ store: StoreConfig })

const SHOWN_BYTES = 160
/** A retry is split into runs of this length, and each run is audited. */
const retryMs = 60_000

/** Lists events that could not become documents, oldest first, one line each; as JSON with the whole event. */
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
      // Do not let the payload of a probe control the terminal.
      const event = options.isJson ? record.payload.toString('utf8') : plain(record.payload.toString('utf8'))
      const parked = new Date(parkedAt).toISOString()
      say(
        options.isJson
          ? JSON.stringify({ number, parked_at: parked, reason, detail, probe_id: probeId, stream, sequence, event })
          : `${number}  ${parked}  ${reason}: ${plain(detail)}\n    probe ${probeId}, ${stream}/${sequence}: ${event.slice(0, SHOWN_BYTES)}`,
      )
    }
    if (!options.isJson) say(count === 0 ? 'no dead letters' : `${count} dead letter(s)`)
  })
}

/** Sends all dead letters again; those that are refused again return. */
export async function retryDeadLetters(say: (line: string) => void): Promise<void> {
  const store = connectStore(loadConfig(RetryConfig).store, 'dead-letters')
  const retries = createDeadLetterRetries(store)
  try {
    await withDeadLetters(async (letters) => {
      let count = 0
      // Letters that return during the retry have a higher number and are not sent again.
      for (let upTo: number | undefined, isComplete = false; !isComplete; ) {
        const done = await retries.run(consoleOrigin(), (announce) => letters.retry({ upTo, forMs: retryMs, announce }))
        if (done === 'under-way') throw new Refused('another retry is under way: try again when it is done')
        count += done.putBack
        upTo = done.upTo
        isComplete = done.isComplete
      }
      say(`${count} dead letter(s) sent to the indexers again`)
    })
  } finally {
    await store.close()
  }
}

async function withDeadLetters(work: (letters: DeadLetters) => Promise<void>): Promise<void> {
  const letters = createDeadLetters(loadConfig(DeadLettersConfig).log, 'watchpost-dead-letters')
  try {
    await work(letters)
  } finally {
    await letters.stop()
  }
}

function plain(text: string): string {
  return text.replaceAll(/\p{Cc}/gu, '?')
}
