import type { Stack } from '../../../../stack/stack.ts'
import { engineUrl } from '../../../harness/stack/proof-stack.ts'
import { type BulkBody, writeBare } from '../bare-bulk.ts'
import { createLikeOurs, removeIndex, storedBytes } from '../like-ours.ts'
import { measureStages } from './measure-stages.ts'
import { type Counted, searchableWithin } from './time-to-searchable.ts'
import type { Turn, TurnLoad } from './turn.ts'
import { watchIndex } from './watch-index.ts'

const INDEX = 'proof-bare'

/** Prepared bulk requests into an index like the appliance's own. */
export async function bareTurn(
  stack: Stack,
  { events, bytes }: TurnLoad,
  { bodies, refresh }: { bodies: readonly BulkBody[]; refresh: string },
): Promise<Turn> {
  const engine = engineUrl(stack)
  await createLikeOurs(engine, INDEX, refresh)
  let sent: Counted[] = []
  let watched: Awaited<ReturnType<typeof watchIndex>> | undefined
  const work = async () => {
    const watching = watchIndex(engine, INDEX, events)
    sent = await writeBare(engine, INDEX, bodies)
    watched = await watching
    return {}
  }
  try {
    const measured = await measureStages(stack, events, work, { client: [process.pid] })
    if (!watched) throw new Error('nothing was watched')
    const { perSecond, seen } = watched
    return {
      ...measured,
      perSecond,
      searchableP99Ms: searchableWithin(sent, seen),
      diskPerByte: (await storedBytes(engine, INDEX)) / bytes,
    }
  } finally {
    await removeIndex(engine, INDEX)
  }
}
