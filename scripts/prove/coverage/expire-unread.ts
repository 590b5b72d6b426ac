import { Admin } from '@platformatic/kafka'
import { waitUntil } from '@watchpost/servers'
import type { Stack } from '../../stack/stack.ts'
import { livingProcesses } from '../../stack/stack-folder.ts'
import { brokersOf, createEventGroup, EVENTS_TOPIC } from '../path/lag/event-group.ts'

const ENDED_WITHIN_MS = 30_000

/**
 * Lets the log drop events before an indexer has read them. With the indexers stopped, `send` sends events,
 * `whileUnread` runs, the log drops the events as at the end of its retention, and `after` sends one more, which
 * reveals the gap.
 */
export async function expireUnread(
  stack: Stack,
  steps: { send(): Promise<void>; whileUnread(): Promise<void>; after(): Promise<void> },
): Promise<void> {
  const group = createEventGroup(stack)
  const admin = new Admin({ ...brokersOf(stack), clientId: 'proof-expire' })
  const supervisor = livingProcesses(stack.folder).get('appliance')
  if (supervisor === undefined) throw new Error('no supervisor runs')
  // Pause the supervisor, which would restart the indexer.
  process.kill(supervisor, 'SIGSTOP')
  try {
    await endIndexers(stack)
    const before = await group.lags()
    await steps.send()
    await steps.whileUnread()
    const grown = (await group.lags()).filter(({ partition, end }) => end > (endOf(before, partition) ?? 0))
    const partitions = grown.map(({ partition, end }) => ({ partition, offset: BigInt(end) }))
    await admin.deleteRecords({ topics: [{ name: EVENTS_TOPIC, partitions }] })
    await steps.after()
  } finally {
    process.kill(supervisor, 'SIGCONT')
    await Promise.all([group.close(), admin.close()])
  }
}

/** Stops them gracefully: they leave their group, so that the next one need not wait. */
async function endIndexers({ folder }: Stack): Promise<void> {
  const living = () => [...livingProcesses(folder)].filter(([name]) => name.startsWith('indexer'))
  for (const [, pid] of living()) process.kill(pid, 'SIGTERM')
  if (!(await waitUntil(() => living().length === 0, { withinMs: ENDED_WITHIN_MS })))
    throw new Error('an indexer does not end')
}

function endOf(lags: readonly { partition: number; end: number }[], partition: number): number | undefined {
  return lags.find((each) => each.partition === partition)?.end
}
