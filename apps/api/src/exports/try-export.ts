import { hostname } from 'node:os'
import { type SyslogTest, syslogMessageOptions, syslogTarget } from '@watchpost/contract'
import type { RateLimit } from '@watchpost/runtime'
import { createMessageFormat, type Resolve, tryTarget } from '@watchpost/syslog'
import type { SyslogEntry } from './syslog-view.ts'
import { admitTry, tryAnswer, tryMostMs } from './trying.ts'

export interface TryPorts {
  resolve: Resolve
  readKey(id: number): Promise<string | undefined>
  limit: Pick<RateLimit, 'take'>
}

export type TryExport = ReturnType<typeof createTryExport>

/** Sends one message to the receiver of an export and reports each step. */
export function createTryExport({ resolve, readKey, limit }: TryPorts) {
  return async ({ id, general, certificate }: SyslogEntry, caller: number): Promise<SyslogTest> => {
    admitTry(limit, caller)
    const key = certificate?.chainPem ? await readKey(id) : undefined
    const steps = await tryTarget(
      syslogTarget(general, certificate, key),
      resolve,
      testMessage(id, general),
      AbortSignal.timeout(tryMostMs),
    )
    return tryAnswer(steps)
  }
}

function testMessage(id: number, general: SyslogEntry['general']): Buffer {
  const at = new Date().toISOString()
  const { text } = createMessageFormat(syslogMessageOptions(general))({
    at,
    hostname: hostname(),
    eventType: 'test',
    id: `test-${id}-${Date.parse(at)}`,
    json: JSON.stringify({ '@timestamp': at, event_type: 'test', message: `Test of syslog export ${id}.` }),
  })
  return Buffer.from(text, 'utf8')
}
