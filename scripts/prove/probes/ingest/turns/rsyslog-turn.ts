import { join } from 'node:path'
import type { Stack } from '../../../../stack/stack.ts'
import { engineUrl } from '../../../harness/stack/proof-stack.ts'
import { createLikeOurs, removeIndex, storedBytes } from '../like-ours.ts'
import { startRsyslog } from '../rsyslog.ts'
import { measureStages } from './measure-stages.ts'
import type { Turn, TurnLoad } from './turn.ts'
import { watchIndex } from './watch-index.ts'

const INDEX = 'proof-rsyslog'

/** A real rsyslog that follows the same files and writes into an index like the appliance's own. */
export async function rsyslogTurn(
  stack: Stack,
  { folder, files, events, bytes, turn }: TurnLoad,
  refresh: string,
): Promise<Turn> {
  const engine = engineUrl(stack)
  await createLikeOurs(engine, INDEX, refresh)
  const port = Number(new URL(engine).port)
  let rsyslog: ReturnType<typeof startRsyslog> | undefined
  let perSecond = 0
  try {
    const measured = await measureStages(stack, events, async () => {
      rsyslog = startRsyslog(join(folder, `rsyslog-${turn}`), files, port, INDEX)
      ;({ perSecond } = await watchIndex(engine, INDEX, events))
      return { rsyslog: [rsyslog.pid() ?? []].flat() }
    })
    return { ...measured, perSecond, diskPerByte: (await storedBytes(engine, INDEX)) / bytes }
  } finally {
    await rsyslog?.stop()
    await removeIndex(engine, INDEX)
  }
}
