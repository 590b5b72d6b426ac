import type { Body, Facility, Level, Severity } from './general-fields.ts'

/** The names that the API accepts. Any difference between this list and the contract is a type error. */
function namesOf<Name extends string>(names: Readonly<Record<Name, true>>): readonly Name[] {
  return Object.keys(names) as Name[]
}

export const facilities = namesOf<Facility>({
  kern: true,
  user: true,
  mail: true,
  daemon: true,
  auth: true,
  syslog: true,
  lpr: true,
  news: true,
  uucp: true,
  cron: true,
  authpriv: true,
  ftp: true,
  ntp: true,
  audit: true,
  alert: true,
  clock: true,
  local0: true,
  local1: true,
  local2: true,
  local3: true,
  local4: true,
  local5: true,
  local6: true,
  local7: true,
})

export const bodies = namesOf<Body>({ json: true })

export const severities = namesOf<Severity>({
  emergency: true,
  alert: true,
  critical: true,
  error: true,
  warning: true,
  notice: true,
  informational: true,
  debug: true,
})

export const levels: readonly Level[] = ['1', '2', '3', 'other']
