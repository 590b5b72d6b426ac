import { Producer } from '@platformatic/kafka'
import type { DeadLetter } from '@watchpost/model'
import { clientOptions, type LogConfig } from '../log-config.ts'
import { topicNames } from '../topics.ts'
import { createLetterBounds, type LetterBounds } from './letter-bounds.ts'
import { type ParkedLetter, toEvent, toMessage } from './letter-format.ts'
import { type LetterPage, type PageWish, readLetterPage } from './letter-page.ts'
import { piecesOf } from './letter-pieces.ts'
import { type Retry, retryLetters, type RetryWish } from './letter-retry.ts'
import { type LetterSource, openLetterSource } from './letter-source.ts'
import { withinMs } from './within-ms.ts'

/** A broker can accept a connection and never answer. After this time it counts as unavailable. */
const lookMs = 8_000

export type DeadLetters = ReturnType<typeof createDeadLetters>

/** The dead-letter queue: stores rejected events with the reason, reads them, and retries them on request. */
export function createDeadLetters(config: LogConfig, clientId: string) {
  const topics = topicNames(config)
  const bounds = createLetterBounds(config, clientId)
  const producer = new Producer<string, Buffer, string, string>({
    ...clientOptions(config, clientId),
    retries: 10,
    retryDelay: 500,
    acks: -1,
    compression: 'zstd',
    serializers: { key: bytes, value: (data) => data, headerKey: bytes, headerValue: bytes },
  })

  async function withSource<T>(work: (source: LetterSource) => Promise<T>): Promise<T> {
    const source = openLetterSource(config, clientId)
    try {
      return await work(source)
    } finally {
      // Do not await: closing may hang too after a broker that hangs.
      void source.close().catch(() => undefined)
    }
  }

  const look = <T>(work: (source: LetterSource) => Promise<T>) => withinMs(lookMs, withSource(work))

  return {
    name: 'dead letters',

    async park(letters: readonly DeadLetter[]): Promise<void> {
      for (const piece of piecesOf(letters)) {
        await producer.send({ acks: -1, messages: piece.map((letter) => toMessage(topics.deadLetters, letter)) })
      }
    },

    /** The range of letter numbers, and how far they were retried. */
    bounds: (): Promise<LetterBounds> => withinMs(lookMs, bounds.read()),

    /** The number of waiting letters, without reading any. */
    async waiting(): Promise<number> {
      const { retried, end } = await withinMs(lookMs, bounds.read())
      return end - retried
    },

    /** A page of letters, within a budget. `from` and `to` lie within the bounds. */
    page: <Row>(wish: PageWish<Row>): Promise<LetterPage<Row>> =>
      look((source) => readLetterPage(source.letters, wish)),

    /** Letters that were never retried, oldest first. A letter parked twice, after a crash, is listed twice. */
    async *list(): AsyncGenerator<ParkedLetter> {
      const { retried, end } = await bounds.read()
      const source = openLetterSource(config, clientId)
      try {
        yield* source.letters(retried, end)
      } finally {
        await source.close()
      }
    },

    /**
     * Writes waiting letters back to the log, for the indexers. Letters that are rejected again return under a new
     * number. Concurrent retries would write letters twice: the caller ensures that only one runs.
     */
    retry: (wish: RetryWish): Promise<Retry> =>
      withSource(({ letters }) =>
        retryLetters(
          {
            bounds,
            letters,
            async putBack(piece) {
              const messages = piece.map((letter) => toEvent(topics.events, config.partitions, letter))
              await producer.send({ acks: -1, messages })
            },
          },
          wish,
        ),
      ),

    async stop(): Promise<void> {
      await Promise.all([bounds.close(), producer.close(true)])
    },
  }
}

function bytes(data?: string): Buffer | undefined {
  return data === undefined ? undefined : Buffer.from(data)
}
