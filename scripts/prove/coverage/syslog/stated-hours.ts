import { existsSync, readFileSync } from 'node:fs'

/** A coverage message about one hour, as received. */
export interface StatedMessage {
  hour: number
  state: string
  /** Events are missing that may still arrive. */
  isMissing: boolean
}

/** The coverage messages that rsyslog wrote, in order of arrival. */
export function readStatedHours(output: string): StatedMessage[] {
  if (!existsSync(output)) return []
  const lines = readFileSync(output, 'utf8').split('\n')
  // The last line is empty or incomplete.
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
