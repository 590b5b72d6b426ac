import { hash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { linesOf } from '../../harness/lines-of.ts'
import type { Receiver } from './receivers.ts'

/** One event as received. */
export interface ReceivedEvent {
  count: number
  /** Of the body, without the byte order mark. */
  digest: string
  /** The body was JSON, and an RFC 5424 header was parsed. */
  isWhole: boolean
}

/** Reads a receiver's output, by the id in the structured data. */
export async function readReceived({
  name,
  output,
}: Pick<Receiver, 'name' | 'output'>): Promise<Map<string, ReceivedEvent>> {
  const events = new Map<string, ReceivedEvent>()
  if (!existsSync(output)) return events
  for await (const line of linesOf(output)) {
    const row = JSON.parse(line) as Record<string, unknown>
    const { id, body, isHeaded } = name === 'rsyslog' ? ofRsyslog(row) : ofSyslogNg(row)
    const known = events.get(id)
    if (known) {
      known.count++
      continue
    }
    events.set(id, { count: 1, digest: hash('sha256', body, 'hex'), isWhole: isHeaded && isJson(body) })
  }
  return events
}

interface Row {
  id: string
  body: string
  isHeaded: boolean
}

/** rsyslog keeps the byte order mark and prepends a space to the message. */
function ofRsyslog({ sd, msg, app, msgid }: Record<string, unknown>): Row {
  const id = / id="([^"]+)"/.exec(String(sd))?.[1] ?? ''
  return { id, body: String(msg).replace(/^ ?\ufeff?/, ''), isHeaded: app === 'watchpost' && String(msgid) !== '-' }
}

/** syslog-ng strips the byte order mark and returns structured data as an object. */
function ofSyslogNg({ MESSAGE, PROGRAM, MSGID, ...rest }: Record<string, unknown>): Row {
  const id = /"id":"([^"]+)"/.exec(JSON.stringify(rest))?.[1] ?? ''
  return { id, body: String(MESSAGE), isHeaded: PROGRAM === 'watchpost' && String(MSGID) !== '-' }
}

function isJson(text: string): boolean {
  try {
    return typeof JSON.parse(text) === 'object'
  } catch {
    return false
  }
}
