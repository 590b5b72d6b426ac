import { type StoredDocument, valueAt, wordAt } from './document.ts'

const wording: readonly (readonly string[])[] = [
  ['alert.signature'],
  ['state', 'detail_threat_found', 'sub_type'],
  ['http.http_method', 'http.hostname', 'http.url', 'http.status'],
  ['tls.sni', 'tls.version'],
  ['fileinfo.filename', 'fileinfo.sha256'],
  ['ssh.client.software_version', 'ssh.server.software_version'],
  ['smb.command', 'smb.filename'],
  ['smtp.mail_from'],
  ['anomaly.type', 'anomaly.event'],
  ['flow.state', 'flow.reason'],
]

/** The fields that a summary is made of. */
export const summaryFields: readonly string[] = ['alert_view.name', 'dns', ...wording.flat()]

/** A few words that identify a document. */
export function summaryOf(document: StoredDocument): string {
  const queries = valueAt(document, 'dns.query') ?? valueAt(document, 'dns.queries')
  const query: unknown = Array.isArray(queries) ? queries[0] : undefined
  const asked = query && typeof query === 'object' ? wordAt(query as StoredDocument, 'rrname') : undefined
  const name = asked ?? wordAt(document, 'dns.rrname')
  const alert = wordAt(document, 'alert_view.name')
  if (alert ?? name) return alert ?? name ?? ''
  for (const names of wording) {
    const words = names.flatMap((each) => wordAt(document, each) ?? [])
    if (words.length > 0) return words.join(' ')
  }
  return ''
}
