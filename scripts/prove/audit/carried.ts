import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { linesOf } from '../harness/lines-of.ts'

/** The audit as a receiver has it: ids in order of first arrival, and the body of each. */
export interface Carried {
  ids: string[]
  bodies: ReadonlyMap<string, string>
  /** Messages of the kind `audit`, including duplicates. */
  messages: number
  /** Messages of other kinds. */
  others: number
}

/** Reads what rsyslog has written. */
export async function readCarried(output: string): Promise<Carried> {
  const bodies = new Map<string, string>()
  let messages = 0
  let others = 0
  if (!existsSync(output)) return { ids: [], bodies, messages, others }
  for await (const line of linesOf(output)) {
    const { sd, msg, msgid } = JSON.parse(line) as { sd: string; msg: string; msgid: string }
    if (msgid !== 'audit') {
      others++
      continue
    }
    messages++
    const id = / id="([^"]+)"/.exec(sd)?.[1] ?? ''
    if (!bodies.has(id)) bodies.set(id, msg.replace(/^ ?\ufeff?/, ''))
  }
  return { ids: [...bodies.keys()], bodies, messages, others }
}

/**
 * Verifies the hash chain of the exported rows using only the integrator's guide. Returns the first row that does not
 * fit.
 */
export function firstUnlinked({ ids, bodies }: Carried, before: Buffer): string | undefined {
  let last = before
  for (const id of ids.filter((each) => /^audit-\d+$/.test(each))) {
    const body = bodies.get(id) ?? ''
    const { hash } = JSON.parse(body) as { hash: string }
    last = createHash('sha256')
      .update(last)
      .update(`{${body.slice(body.indexOf('"id":'))}`)
      .digest()
    if (last.toString('hex') !== hash) return id
  }
  return undefined
}
