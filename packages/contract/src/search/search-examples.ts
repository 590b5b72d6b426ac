/** An example body for the interactive documentation, with its index. */
interface SearchExample {
  summary: string
  value: Record<string, unknown>
}

const last24Hours = { range: { '@timestamp': { gte: 'now-24h', lte: 'now' } } }

function matching(field: string, value: string, rest: Record<string, unknown>): Record<string, unknown> {
  return { query: { bool: { must: [{ match: { [field]: value } }], filter: [last24Hours] } }, ...rest }
}

function topTen(name: string, field: string): Record<string, unknown> {
  return { size: 0, aggs: { [name]: { terms: { field, order: { _count: 'desc' }, size: 10 } } } }
}

/** Common searches, one of each form, which the interactive documentation offers. */
export const searchExamples: Record<string, SearchExample> = {
  networkAlerts: {
    summary: 'Network alerts of the last 24 hours (network_events)',
    value: matching('event_type', 'alert', { sort: { 'alert.severity': 'desc' }, size: 10 }),
  },
  files: {
    summary: 'Files reconstructed in the last 24 hours (network_events)',
    value: matching('fileinfo.stored', 'true', { size: 10 }),
  },
  topSignatures: {
    summary: 'Top 10 signatures (network_events)',
    value: topTen('signatures', 'alert.signature'),
  },
  topSources: {
    summary: 'Top 10 source addresses (network_events)',
    value: topTen('sources', 'src_ip'),
  },
  pairs: {
    summary: 'Source and destination pairs (network_events)',
    value: {
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
  malware: {
    summary: 'Malware by severity (malware)',
    value: matching('event_type', 'malware', { sort: { severity: 'desc' }, size: 10 }),
  },
  infected: {
    summary: 'Last 10 infected items (malware)',
    value: { query: { match: { state: 'Infected' } }, sort: { '@timestamp': 'desc' }, size: 10 },
  },
  topMalware: {
    summary: 'Top 10 malware types (malware)',
    value: topTen('threats', 'detail_threat_found'),
  },
  shellcode: {
    summary: 'Shellcode by severity (code_analysis)',
    value: matching('event_type', 'shellcode', { sort: { severity: 'desc' }, size: 10 }),
  },
  powershell: {
    summary: 'PowerShell by score (code_analysis)',
    value: matching('event_type', 'powershell', { sort: { 'scores.analysis': 'desc' }, size: 10 }),
  },
  topShellcode: {
    summary: 'Top 10 shellcode types (code_analysis)',
    value: topTen('types', 'sub_type'),
  },
}

/** The same for counts, which use a query only. */
export const countExamples: Record<string, SearchExample> = {
  all: { summary: 'Everything', value: {} },
  networkAlerts: {
    summary: 'Network alerts of the last 24 hours (network_events)',
    value: matching('event_type', 'alert', {}),
  },
}

/** A short answer: one hit, and the buckets of one aggregation. */
export const searchAnswer = {
  took: 4,
  timed_out: false,
  _shards: { total: 1, successful: 1, skipped: 0, failed: 0 },
  hits: {
    total: { value: 1, relation: 'eq' },
    max_score: null,
    hits: [
      {
        _index: 'network_events-2026.11.14-000001',
        _type: '_doc',
        _id: '7-0f5e1c9ab2d34c7e8f60718293a4b5c6-000000000042',
        _score: null,
        _source: { '@timestamp': '2026-11-14T09:12:33.412Z', event_type: 'alert', src_ip: '192.0.2.7' },
        sort: [1],
      },
    ],
  },
  aggregations: {
    sources: {
      doc_count_error_upper_bound: 0,
      sum_other_doc_count: 0,
      buckets: [{ key: '192.0.2.7', doc_count: 1 }],
    },
  },
}
