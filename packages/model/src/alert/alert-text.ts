import type { AlertKind, KindEvent } from '../kinds/alert-kind.ts'
import { cut, phraseOf } from '../kinds/phrase.ts'
import { integerOf, textOf } from '../value/read-value.ts'

const MAX_NAME = 2_048

/** The short name of the detection: the signature, the finding in the file, or the kind of code. */
export function alertNameOf(kind: AlertKind, event: KindEvent): string {
  const name = textOf(kind.nameOf(event)) ?? `unnamed ${textOf(event.event_type) ?? 'alert'}`
  return cut(name, MAX_NAME)
}

/** One sentence for a listing: what was detected, between which hosts, and the evidence. */
export function alertDescriptionOf(kind: AlertKind, event: KindEvent): string {
  return `${kind.describe(event)}${betweenOf(event)}.`
}

function betweenOf(event: KindEvent): string {
  const source = endOf(event.src_ip, event.src_port)
  const target = endOf(event.dest_ip, event.dest_port)
  if (source === undefined && target === undefined) return ''
  const protocols = [phraseOf(event.proto), phraseOf(event.app_proto)]
  const known = protocols.filter((each) => each && each !== 'unknown').join(', ')
  return `: ${source ?? '?'} to ${target ?? '?'}${known ? ` (${known})` : ''}`
}

function endOf(address: unknown, port: unknown): string | undefined {
  const host = phraseOf(address)
  const number = integerOf(port)
  if (host === undefined || number === undefined) return host
  return host.includes(':') ? `[${host}]:${number}` : `${host}:${number}`
}
