import type { Family } from '../value/family.ts'
import type { AlertKind } from './alert-kind.ts'
import { intrusion } from './intrusion.ts'
import { malware } from './malware.ts'
import { powershell } from './powershell.ts'
import { shellcode } from './shellcode.ts'

/** Every kind of event that can be an alert, by its `event_type`. A kind that is not here is never an alert. */
const kinds: ReadonlyMap<unknown, AlertKind> = new Map([
  ['alert', intrusion],
  ['malware', malware],
  ['shellcode', shellcode],
  ['powershell', powershell],
])

export function alertKindOf(eventType: unknown): AlertKind | undefined {
  return kinds.get(eventType)
}

/** Where a kind of event is stored: verdicts on files and on code in families of their own, everything else is network. */
export function familyOf(eventType: string): Family {
  return kinds.get(eventType)?.family ?? 'network_events'
}
