/** The eleven example searches of the specification's section 4, in the shapes of its section 2.8. */
export interface Intent {
  name: string
  index: string
  body: Record<string, unknown>
}

const lastDay = [{ match_all: {} }, { range: { '@timestamp': { gte: 'now-24h', lte: 'now' } } }]

function matching(field: string, value: string): Record<string, unknown> {
  return { bool: { must: [{ match: { [field]: value } }], filter: lastDay, should: [], must_not: [] } }
}

function top(name: string, field: string): Record<string, unknown> {
  return { size: 0, aggs: { [name]: { terms: { field, order: { _count: 'desc' }, size: 10 } } } }
}

export const intents: readonly Intent[] = [
  {
    name: 'files reconstructed in the last 24 hours',
    index: 'network_events',
    body: { size: 10, query: matching('fileinfo.stored', 'true') },
  },
  {
    name: 'malware alerts by severity',
    index: 'malware',
    body: { size: 10, query: matching('event_type', 'malware'), sort: { severity: 'desc' } },
  },
  {
    name: 'shellcode alerts by severity',
    index: 'code_analysis',
    body: { size: 10, query: matching('event_type', 'shellcode'), sort: { severity: 'desc' } },
  },
  {
    name: 'powershell alerts by score',
    index: 'code_analysis',
    body: { size: 10, query: matching('event_type', 'powershell'), sort: { 'scores.analysis': 'desc' } },
  },
  {
    name: 'network alerts by severity',
    index: 'network_events',
    body: { size: 10, query: matching('event_type', 'alert'), sort: { 'alert.severity': 'desc' } },
  },
  { name: 'top 10 signatures', index: 'network_events', body: top('signatures', 'alert.signature') },
  { name: 'top 10 source addresses', index: 'network_events', body: top('sources', 'src_ip') },
  { name: 'top 10 shellcode types', index: 'code_analysis', body: top('shellcodes', 'sub_type') },
  { name: 'top 10 malware types', index: 'malware', body: top('threats', 'detail_threat_found') },
  {
    name: 'source and destination pairs',
    index: 'network_events',
    body: {
      size: 0,
      aggs: {
        pairs: {
          composite: {
            size: 65_535,
            sources: [
              { src: { terms: { field: 'src_ip', order: 'desc' } } },
              { dest: { terms: { field: 'dest_ip', order: 'desc' } } },
            ],
          },
        },
      },
    },
  },
  { name: 'last 10 infected items', index: 'malware', body: { size: 10, query: { match: { state: 'Infected' } } } },
]
