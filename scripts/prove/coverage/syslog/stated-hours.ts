import { existsSync, readFileSync } from 'node:fs'

/** A message about one hour, as a receiver has it. */
export interface StatedMessage {
  hour: number
  state: string
  /** Events are missing that may still arrive. */
  isMissing: boolean
}

/** What rsyslog has written of hours, in the order in which it got it. */
export function readStatedHours(output: string): StatedMessage[] {
  if (!existsSync(output)) return []
  const lines = readFileSync(output, 'utf8').split('\n')
  // The last is empty, or still being written.
  return lines.slice(0, -1).map((line) => {
    const { msg } = JSON.parse(line) as { msg: string }
    const { hour, state, causes } = JSON.parse(msg.replace(/^ ?\ufeff?/, '')) as {
      hour: string
      state: string
      causes: { cause: string; is_open: boolean }[]
    }
    const isMissing = causes.some((each) => each.cause === 'missing' && each.is_open)
    return { hour: Date.parse(hour), state, isMissing }
  })
}
