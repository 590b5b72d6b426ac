import type { AlertDetail } from '@watchpost/contract'
import type { ShownValue } from '../../kit/value/value-actions.ts'
import type { TextKey } from '../../texts/text.ts'
import { lengthText } from '../../time/format.ts'
import { keyFacts } from './key-facts.ts'
import { documentOf, type StoredDocument, valueAt, wordAt } from '../../document/document.ts'

/** One sentence: a text key and its values. */
export interface Sentence {
  key: TextKey
  values: Record<string, string>
  /** Where the values come from, for those that have a menu. */
  sources?: Readonly<Record<string, ShownValue>>
}

const CONTENT_KINDS: readonly string[] = ['malware', 'shellcode', 'powershell']

type Told = Pick<
  AlertDetail,
  'document' | 'probe' | 'event_type' | 'name' | 'src_ip' | 'dest_ip' | 'id' | 'received' | 'related'
>

/** Describes what happened as a sequence of sentences. It uses only facts from the document. */
export function storyOf(alert: Told): Sentence[] {
  const document = documentOf(alert.document)
  const found = detection(alert, document)
  // A verdict on content says more than who talked to whom.
  const beginning = CONTENT_KINDS.includes(alert.event_type)
    ? [...keyFacts(document), ...found, meeting(alert, document)]
    : [meeting(alert, document), ...found]
  return [
    ...beginning,
    ...application(document),
    ...technique(document),
    ...others(alert),
    ...lateness(alert, document),
  ]
}

function meeting({ probe, src_ip, dest_ip }: Told, document: StoredDocument): Sentence {
  const end = (address: string, port: string | undefined) => (port ? `${bracketed(address)}:${port}` : address)
  const values = {
    probe: probe.fqdn,
    source: end(src_ip, wordAt(document, 'src_port')),
    destination: end(dest_ip, wordAt(document, 'dest_port')),
    protocol: [wordAt(document, 'proto'), known(wordAt(document, 'app_proto'))].filter(Boolean).join(', '),
  }
  const sources: Record<string, ShownValue> = {
    probe: { filter: 'probe_id', value: String(probe.id) },
    source: { filter: 'src_ip', value: src_ip },
    destination: { filter: 'dest_ip', value: dest_ip },
  }
  if (!src_ip || !dest_ip) return { key: 'story.seen', values, sources }
  return { key: values.protocol ? 'story.met' : 'story.metPlain', values, sources }
}

/** What the detector found. A kind without sentences of its own is described by the name of the alert. */
function detection({ event_type, name }: Told, document: StoredDocument): Sentence[] {
  const told = (key: TextKey, names: Record<string, string>) => sentence(document, key, names)
  switch (event_type) {
    case 'alert':
      return [
        ...told('story.signature', { signature: 'alert.signature', category: 'alert.category' }),
        ...told('story.action', { action: 'alert.action' }),
      ]
    case 'malware':
      return [
        ...told('story.malware', { state: 'state', threat: 'detail_threat_found', found: 'total_found' }),
        ...told('story.file', { digest: 'SHA256' }),
      ]
    case 'shellcode':
      return [...told('story.shellcode', { platform: 'sub_type' }), ...encodings(document), ...calls(document)]
    case 'powershell':
      return [
        ...told('story.powershell', { score: 'scores.analysis', probability: 'scores.proba_obfuscated' }),
        ...features(document),
      ]
    default:
      return [{ key: 'story.detection', values: { name } }]
  }
}

/** Details from the application protocol. */
function application(document: StoredDocument): Sentence[] {
  const told = (key: TextKey, names: Record<string, string>) => sentence(document, key, names)
  return [
    ...told('story.http', { method: 'http.http_method', host: 'http.hostname', url: 'http.url' }),
    ...told('story.httpStatus', { status: 'http.status' }),
    ...told('story.agent', { agent: 'http.http_user_agent' }),
    ...told('story.tls', { name: 'tls.sni' }),
    ...dnsName(document),
    ...told('story.smb', { command: 'smb.command', file: 'smb.filename' }),
    ...told('story.ssh', { software: 'ssh.client.software_version' }),
    ...told('story.mail', { from: 'smtp.mail_from' }),
    ...told('story.filename', { file: 'fileinfo.filename' }),
  ]
}

function dnsName(document: StoredDocument): Sentence[] {
  const queries = valueAt(document, 'dns.query')
  const inList = Array.isArray(queries) ? wordAt(documentOf(queries[0]), 'rrname') : undefined
  const name = inList ?? wordAt(document, 'dns.rrname')
  if (!name) return []
  const field = inList ? 'dns.query.rrname' : 'dns.rrname'
  return [{ key: 'story.dns', values: { name }, sources: { name: { field, value: name } } }]
}

function technique(document: StoredDocument): Sentence[] {
  return sentence(document, 'story.technique', {
    technique: 'alert.metadata.mitre_technique_name',
    id: 'alert.metadata.mitre_technique_id',
  })
}

function encodings(document: StoredDocument): Sentence[] {
  const list = valueAt(document, 'encodings')
  const names = Array.isArray(list) ? list.flatMap((each) => wordAt(documentOf(each), 'name') ?? []) : []
  return names.length > 0 ? [{ key: 'story.encodings', values: { names: names.join(', ') } }] : []
}

function calls(document: StoredDocument): Sentence[] {
  const list = valueAt(document, 'calls')
  const names = Array.isArray(list) ? list.flatMap((each) => wordAt(documentOf(each), 'call') ?? []) : []
  return names.length > 0 ? [{ key: 'story.calls', values: { names: names.slice(0, 8).join(', ') } }] : []
}

/** The features behind a script's score, the heaviest first. */
function features(document: StoredDocument): Sentence[] {
  const counted = Object.entries(documentOf(valueAt(document, 'scores.analysis_detailed')))
    .filter((entry): entry is [string, number] => typeof entry[1] === 'number' && entry[1] > 0)
    .toSorted((one, other) => other[1] - one[1])
    .slice(0, 5)
  return counted.length > 0
    ? [{ key: 'story.features', values: { names: counted.map(([name]) => name).join(', ') } }]
    : []
}

/** Other probes and detectors that saw the same flow. */
function others({ related, id, probe }: Told): Sentence[] {
  const elsewhere = new Set(
    related.events.filter((event) => event.probe.id !== probe.id).map((event) => event.probe.fqdn),
  )
  const alerts = related.events.filter(({ alert, date }) => alert && date !== id).length
  return [
    ...(elsewhere.size > 0 ? [{ key: 'story.elsewhere' as const, values: { probes: [...elsewhere].join(', ') } }] : []),
    ...(alerts > 0 ? [{ key: 'story.related' as const, values: { count: String(alerts) } }] : []),
  ]
}

const lateMs = 60_000

function lateness({ id, received }: Told, document: StoredDocument): Sentence[] {
  // With a wrong sensor clock, no duration is reliable.
  if (wordAt(document, 'timestamp_claimed') !== undefined) return []
  const late = Date.parse(received) - Date.parse(id)
  const verdict = Date.parse(wordAt(document, 'timestamp_analyzed') ?? '') - Date.parse(id)
  return [
    ...(verdict >= lateMs ? [{ key: 'story.verdict' as const, values: { delay: lengthText(verdict) } }] : []),
    ...(late >= lateMs ? [{ key: 'story.late' as const, values: { delay: lengthText(late) } }] : []),
  ]
}

/** Builds a sentence if the document has every value it needs. */
function sentence(document: StoredDocument, key: TextKey, names: Record<string, string>): Sentence[] {
  const values: Record<string, string> = {}
  const sources: Record<string, ShownValue> = {}
  for (const [slot, field] of Object.entries(names)) {
    const word = wordAt(document, field)
    if (word === undefined) return []
    values[slot] = word
    sources[slot] = { field, value: word }
  }
  return [{ key, values, sources }]
}

function known(protocol: string | undefined): string | undefined {
  return protocol === 'unknown' || protocol === 'failed' ? undefined : protocol
}

function bracketed(address: string): string {
  return address.includes(':') ? `[${address}]` : address
}
