import { setImmediate } from 'node:timers/promises'
import type { SearchFailure, SearchReceiver } from '@watchpost/engine'
import type { SearchSender } from '../src/events/engine-search.ts'

/** A search as it reaches the engine. */
export interface SentSearch {
  path: string
  body: Record<string, unknown>
  requestId: string
}

/** The answer of the fake engine: bytes with status 200, another status, or a failure. */
export type PlayedAnswer = Buffer | string | { status: number; json: unknown } | { failure: SearchFailure }

/** A fake engine connection. Answers arrive in two pieces, as they may in reality. */
export function aSender(play: (search: SentSearch) => Promise<PlayedAnswer> | PlayedAnswer) {
  const sent: SentSearch[] = []
  let aborts = 0
  const sender: SearchSender = {
    post(path, body, requestId, receiver) {
      let isAborted = false
      const search: SentSearch = { path, body: JSON.parse(body) as Record<string, unknown>, requestId }
      sent.push(search)
      void tell(
        async () => play(search),
        receiver,
        () => isAborted,
      )
      return {
        pause() {},
        resume() {},
        abort() {
          isAborted = true
          aborts++
        },
      }
    },
  }
  return { sender, sent, aborts: () => aborts }
}

async function tell(
  play: () => Promise<PlayedAnswer>,
  receiver: SearchReceiver,
  isAborted: () => boolean,
): Promise<void> {
  await setImmediate()
  const answer = await play()
  if (isAborted()) return
  if (typeof answer === 'object' && 'failure' in answer) return receiver.onFailure(answer.failure, new Error('played'))
  const isRefusal = typeof answer === 'object' && 'status' in answer
  const bytes = Buffer.isBuffer(answer) ? answer : Buffer.from(isRefusal ? JSON.stringify(answer.json) : answer)
  receiver.onHead(isRefusal ? answer.status : 200, bytes.length)
  for (const piece of [bytes.subarray(0, 40), bytes.subarray(40)]) if (!isAborted()) receiver.onData(piece)
  if (!isAborted()) receiver.onEnd()
}
