import { promisify } from 'node:util'
import { zstdDecompress } from 'node:zlib'
import type { Logger } from '@watchpost/runtime'
import { type Batch, endOf, sha256 } from '../spool/batch.ts'
import type { Position } from '../spool/position.ts'
import type { AbandonedRange } from '../spool/spool-paths.ts'
import type { StreamState } from './gateway.ts'
import type { Trouble } from './trouble.ts'

export interface SettlePorts {
  gateway: {
    stateOf(stream: string): Promise<StreamState | Trouble>
    abandon(stream: string, ranges: ReadonlyArray<Omit<AbandonedRange, 'stream'>>): Promise<'done' | Trouble>
  }
  spool: {
    position(): Position
    waiting(): readonly Batch[]
    body(batch: Batch): Promise<Buffer | undefined>
    restart(fromSerial: number, why: string): Promise<void>
    abandoned(): readonly AbandonedRange[]
    abandonmentTold(): Promise<void>
  }
  /** The digest of the line this many lines after the position; undefined when the files end before it. */
  digestAhead(lines: number): Promise<string | undefined>
  logger: Logger
}

const decompress = promisify(zstdDecompress)

/**
 * Compares our sequences with those of the gateway before anything is sent. If the gateway has more than we ever
 * numbered, this spool is a restored older copy. Reading on must then lead to the same line under the same sequence.
 * Otherwise the stream is abandoned, since new lines under old sequences would be treated as repeats.
 */
export async function settle({ gateway, spool, digestAhead, logger }: SettlePorts): Promise<'settled' | Trouble> {
  const { stream, next, serial } = spool.position()
  const state = await gateway.stateOf(stream)
  if ('kind' in state) return state
  const missed = await tellAbandoned({ gateway, spool })
  if (missed) return missed
  if (state.next > next) {
    logger.warn({ stream, ours: next, theirs: state.next }, 'the gateway has more of our stream than we do')
    const digest = await digestAhead(state.next - next)
    if (digest !== undefined && digest === state.digest) {
      logger.info({ stream }, 'our files lead to the same line, continuing the stream')
    } else {
      await spool.restart(serial + 1, 'the gateway has lines of this stream that our files do not lead to')
    }
  } else if (state.digest !== null) {
    const own = await ownDigest(spool, state.next - 1)
    if (own !== undefined && own !== state.digest) {
      await spool.restart(0, 'the gateway has other lines under the numbers of this stream')
    }
  }
  return 'settled'
}

/** The digest of a line that is still in the spool or was the last one numbered. */
async function ownDigest(spool: SettlePorts['spool'], sequence: number): Promise<string | undefined> {
  const { stream, next, lastDigest } = spool.position()
  if (sequence === next - 1) return lastDigest || undefined
  const batch = spool
    .waiting()
    .find((each) => each.stream === stream && each.first <= sequence && sequence < endOf(each))
  const body = batch && (await spool.body(batch))
  if (!body) return undefined
  const lines = (await decompress(body)).toString('latin1').split('\n')
  const line = lines[sequence - batch.first]
  return line === undefined ? undefined : sha256(Buffer.from(line, 'latin1'))
}

async function tellAbandoned({ gateway, spool }: Pick<SettlePorts, 'gateway' | 'spool'>): Promise<Trouble | undefined> {
  const ranges = spool.abandoned()
  if (ranges.length === 0) return undefined
  for (const { stream, ...range } of ranges) {
    const told = await gateway.abandon(stream, [range])
    if (told !== 'done') return told
  }
  await spool.abandonmentTold()
  return undefined
}
