import type { Family } from '../value/family.ts'
import type { AlertKind } from './alert-kind.ts'
import { intrusion } from './intrusion.ts'
import { malware } from './malware.ts'
import { powershell } from './powershell.ts'
import { shellcode } from './shellcode.ts'

/** All kinds of events that can be alerts, by `event_type`. Any other kind is never an alert. */
const kinds: ReadonlyMap<unknown, AlertKind> = new Map([
  ['alert', intrusion],
  ['malware', malware],
  ['shellcode', shellcode],
  ['powershell', powershell],
])

/** Their event types. */
export const alertEventTypes = [...kinds.keys()]

export function alertKindOf(eventType: unknown): AlertKind | undefined {
  return kinds.get(eventType)
}

/** The family of an event type: verdicts on files and on code have their own, everything else is network. */
export function familyOf(eventType: string): Family {
  return kinds.get(eventType)?.family ?? 'network_events'
}
