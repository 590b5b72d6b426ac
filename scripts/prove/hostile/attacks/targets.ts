import { startOwnApi } from '../../accounts/own-api.ts'
import type { Stage } from '../stage.ts'
import type { Cast } from './cast.ts'
import { createSender } from './send-request.ts'
import { readRequests, targetTable } from './table.ts'
import { sendRows } from './send-rows.ts'

/** Names that resolve to this machine: they are accepted when set and rejected when resolved. */
const names = ['localhost', 'LOCALHOST.']
const PATH = '/api/exports/syslog/998'

/** Tests export targets with production settings: a development stack allows exports to this machine. */
export async function attackTargets(
  { proof: { stack } }: Stage,
  cast: Cast,
): Promise<{ count: number; wrong: string[] }> {
  const api = await startOwnApi(stack, {}, { WATCHPOST_EXPORT_NETWORKS: '' })
  const sender = createSender(stack, cast, api.port)
  try {
    const { rows } = readRequests(targetTable)
    const wrong = await sendRows(sender.send, rows)
    const operator = { as: 'operator' as const, expect: [200] }
    for (const hostname of names) {
      const body = { hostname, port: 6_514, enabled: false }
      const name = `host name ${hostname}`
      const set = await sender.send({ name, ...operator, method: 'PUT', path: `${PATH}/general`, body })
      if (set.status >= 400 && set.status < 500) continue
      const tried = await sender.send({ name, ...operator, method: 'POST', path: `${PATH}/test`, isBodyless: true })
      if (!isRefusedAtFirstStep(tried.text)) wrong.push(`${name}: ${tried.status} ${tried.text.slice(0, 200)}`)
    }
    await sender.send({ name: 'clean up', ...operator, method: 'DELETE', path: PATH, isBodyless: true })
    return { count: rows.length + names.length, wrong }
  } finally {
    sender.close()
    await api.stop()
  }
}

/** The test of an export failed at name resolution: nothing was connected to. */
export function isRefusedAtFirstStep(text: string): boolean {
  try {
    const { steps } = JSON.parse(text) as { steps?: Array<{ ok: boolean }> }
    return steps?.length === 1 && steps[0]?.ok === false
  } catch {
    return false
  }
}
