import { integerOf, listOf, numberOf, objectOf, textOf } from './read-value.ts'

type Event = Record<string, unknown>

const MAX_NAME = 2_048
const MAX_PART = 256

/** The short name of what was detected: the signature, what was found in the file, or the kind of code. */
export function alertNameOf(event: Event): string {
  const name = textOf(ownNameOf(event)) ?? `unnamed ${textOf(event.event_type) ?? 'alert'}`
  return cut(name, MAX_NAME)
}

function ownNameOf(event: Event): unknown {
  if (event.event_type === 'alert') return objectOf(event.alert).signature
  return event.event_type === 'malware' ? event.detail_threat_found : event.sub_type
}

/** One sentence for a person who reads a list: what, between whom, and what it rests on. */
export function alertDescriptionOf(event: Event): string {
  return `${whatOf(event)}${betweenOf(event)}.`
}

function whatOf(event: Event): string {
  switch (event.event_type) {
    case 'alert':
      return signatureText(event)
    case 'malware':
      return fileText(event)
    case 'powershell':
      return scriptText(event)
    default:
      return shellcodeText(event)
  }
}

function signatureText(event: Event): string {
  const alert = objectOf(event.alert)
  const id = integerOf(alert.signature_id)
  return `${part(alert.category) ?? 'Intrusion alert'}${id === undefined ? '' : ` (signature ${id})`}`
}

function fileText(event: Event): string {
  const found = part(event.total_found)
  const file = part(objectOf(event.fileinfo).filename)
  const digest = part(event.SHA256)
  return [
    part(event.state) ?? 'Suspicious',
    file === undefined ? ' file' : ` file ${file}`,
    found === undefined ? '' : `, found by ${found} analysers`,
    digest === undefined ? '' : `, SHA-256 ${digest}`,
  ].join('')
}

function scriptText(event: Event): string {
  const { analysis, proba_obfuscated: probability } = objectOf(event.scores)
  const score = numberOf(analysis)
  const obfuscated = numberOf(probability)
  return [
    'PowerShell script',
    score === undefined ? '' : ` with score ${score}`,
    obfuscated === undefined ? '' : `, obfuscated with probability ${obfuscated}`,
  ].join('')
}

function shellcodeText(event: Event): string {
  const encodings = listOf(event.encodings).flatMap((each) => part(objectOf(each).name) ?? [])
  const platform = part(event.sub_type)
  return [
    'Shellcode',
    platform === undefined ? '' : ` for ${platform}`,
    encodings.length === 0 ? '' : `, encoded with ${encodings.slice(0, 5).join(', ')}`,
  ].join('')
}

function betweenOf(event: Event): string {
  const source = endOf(event.src_ip, event.src_port)
  const target = endOf(event.dest_ip, event.dest_port)
  if (source === undefined && target === undefined) return ''
  const protocols = [part(event.proto), part(event.app_proto)].filter((each) => each && each !== 'unknown').join(', ')
  return `: ${source ?? '?'} to ${target ?? '?'}${protocols ? ` (${protocols})` : ''}`
}

function endOf(address: unknown, port: unknown): string | undefined {
  const host = part(address)
  const number = integerOf(port)
  if (host === undefined || number === undefined) return host
  return host.includes(':') ? `[${host}]:${number}` : `${host}:${number}`
}

/** A piece of a stranger's text that may stand in a sentence: short, on one line. */
function part(value: unknown): string | undefined {
  const text = textOf(value)
  // oxlint-disable-next-line no-control-regex -- these are what must not get into a list or a log.
  return text === undefined ? undefined : cut(text, MAX_PART).replaceAll(/[\u0000-\u001f\u007f]+/g, ' ')
}

/** Never through the middle of a character. */
function cut(text: string, most: number): string {
  return (text.length <= most ? text : `${text.slice(0, most - 1)}…`).toWellFormed()
}
