import { isStream } from '@watchpost/model'
import type { RateLimit } from '@watchpost/runtime'
import { type Static, Type } from 'typebox'
import { withJsonBodies } from '../http/json-bodies.ts'
import { readBody } from '../http/read-body.ts'
import type { Routes } from '../http/routes.ts'
import { Refusal } from '../refusal.ts'
import { type Mark, type StreamName, tornStream } from './mark-claims.ts'
import { streamLimits } from './stream-limits.ts'

const Sequence = Type.Integer({ minimum: 0, maximum: streamLimits.sequence })
const AbandonedRange = Type.Object({
  first: Sequence,
  last: Sequence,
  reason: Type.String({ maxLength: streamLimits.reasonCharacters, pattern: '^[ -~]*$' }),
})
const Abandoned = Type.Object({
  ranges: Type.Array(AbandonedRange, { minItems: 1, maxItems: streamLimits.abandonedAtOnce }),
})

export interface StreamPorts {
  /** High-water marks of streams; unknown streams are left out. */
  marks(streams: readonly StreamName[]): Promise<Mark[]>
  /** Stores ranges that will never arrive; answers 'too-many' when the stream has too many ranges. */
  abandon(stream: StreamName, ranges: readonly Static<typeof AbandonedRange>[]): Promise<'noted' | 'too-many'>
  /** Limits requests, by probe. */
  asked: Pick<RateLimit, 'take'>
}

/** `/v1/streams`: reads the high-water mark of a probe's stream and accepts ranges that will never arrive. */
export function streamRoutes({ marks, abandon, asked }: StreamPorts): Routes {
  async function markOf(name: StreamName): Promise<Pick<Mark, 'nextSequence' | 'digest'>> {
    const [mark] = await marks([name])
    return mark ?? { nextSequence: 0, digest: null }
  }

  function keepPace(probeId: number): void {
    const { isAllowed, resetSeconds } = asked.take(String(probeId))
    if (!isAllowed) throw new Refusal('too-many-requests', 'Ask less often.', { retryAfterSeconds: resetSeconds })
  }

  return withJsonBodies((app) => {
    app.get<{ Params: { stream: string } }>('/v1/streams/:stream', {
      onRequest: async ({ probe }) => keepPace(probe.id),
      handler: async ({ probe, params }) => {
        const stream = streamOf(params.stream)
        const { nextSequence, digest } = await markOf({ probeId: probe.id, stream })
        return { stream, next_sequence: nextSequence, digest: digest?.toString('hex') ?? null }
      },
    })

    app.post<{ Params: { stream: string }; Body: unknown }>('/v1/streams/:stream/abandoned', {
      bodyLimit: streamLimits.bodyBytes,
      onRequest: async ({ probe }) => keepPace(probe.id),
      handler: async ({ probe, params, body }, reply) => {
        const name = { probeId: probe.id, stream: streamOf(params.stream) }
        const { ranges }: Static<typeof Abandoned> = readBody(Abandoned, body)
        if (ranges.some(({ first, last }) => first > last)) {
          throw new Refusal('invalid-request', 'The `first` of a range is not above its `last`.')
        }
        const { nextSequence } = await markOf(name)
        if (ranges.some(({ last }) => last > nextSequence + streamLimits.leap)) throw tornStream()
        if ((await abandon(name, ranges)) === 'too-many') throw tornStream()
        return reply.code(204).send()
      },
    })
  })
}

function streamOf(text: string): string {
  if (isStream(text)) return text
  throw new Refusal('invalid-request', 'A stream is 32 hexadecimal digits in lower case.')
}
