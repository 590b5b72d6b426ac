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

/** A broker can take a connection and never answer: the caller is told that it is away. */
const lookMs = 8_000

export type DeadLetters = ReturnType<typeof createDeadLetters>

/** Keeps what could not be stored, whole, with the reason; shows it, and puts it back on the way when asked. */
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
      // Not waited for: after a broker that hangs, closing may hang too.
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

    /** Which numbers there are, and how far they were retried. */
    bounds: (): Promise<LetterBounds> => withinMs(lookMs, bounds.read()),

    /** How many wait, without reading any. */
    async waiting(): Promise<number> {
      const { retried, end } = await withinMs(lookMs, bounds.read())
      return end - retried
    },

    /** Some of them, within a budget. `from` and `to` lie within the bounds. */
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
     * Puts waiting letters back on the log, in front of the indexers. What is still refused comes back, under a new
     * number. Two at once would put letters back twice: who calls sees to it that there is one.
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
