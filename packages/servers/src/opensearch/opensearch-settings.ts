/**
 * Engine settings that bound what a query can cost and reach, whatever the guard before it lets through. The guide shows
 * them to operators of other clusters.
 *
 * Not here: `index.max_regex_length`, `index.max_terms_count`, `index.mapping.total_fields.limit` and `dynamic` belong
 * to the index templates; `search.allow_expensive_queries: false` would refuse the prefix and keyword range queries we
 * serve; workload groups need a plugin, and TLS and users the security plugin, neither of which this distribution has:
 * the nodes listen on 127.0.0.1 only.
 */
export const safetySettings = {
  // Indexes are created from a template and a generation only, never by a mistyped name.
  'action.auto_create_index': false,
  'action.destructive_requires_name': true,
  'script.allowed_types': 'none',
  'script.allowed_contexts': 'none',
  'search.derived_field.enabled': false,
  'search.default_search_timeout': '10s',
  'search.cancel_after_time_interval': '15s',
  'search.max_open_scroll_context': 0,
  'search.max_open_pit_context': 0,
  'search_backpressure.mode': 'enforced',
  'action.search.shard_count.limit': 500,
  'indices.id_field_data.enabled': false,
  'indices.breaker.total.use_real_memory': true,
  'http.max_content_length': '20mb',
  // The optimisation for date histograms fails (seen in 3.8.0) in indexes before the `after` of a composite
  // (array_index_out_of_bounds_exception), so paging through several indexes would be impossible.
  'search.max_aggregation_rewrite_filters': 0,
}

export interface NodeSettings {
  name: string
  clusterName: string
  port: number
  transportPort: number
  dataDir: string
  /** Name and transport port of every node, including this one. */
  nodes: ReadonlyArray<{ name: string; transportPort: number }>
  more?: Readonly<Record<string, string>>
}

/** The file `opensearch.yml`; its values are JSON, which is valid YAML. */
export function nodeSettings(node: NodeSettings): string {
  const discovery =
    node.nodes.length === 1
      ? { 'discovery.type': 'single-node' }
      : {
          'discovery.seed_hosts': node.nodes.map(({ transportPort }) => `127.0.0.1:${transportPort}`),
          'cluster.initial_cluster_manager_nodes': node.nodes.map(({ name }) => name),
        }
  const settings = {
    'cluster.name': node.clusterName,
    'node.name': node.name,
    'network.host': '127.0.0.1',
    'http.port': node.port,
    'transport.port': node.transportPort,
    'path.data': `${node.dataDir}/data`,
    'path.logs': `${node.dataDir}/logs`,
    ...discovery,
    ...safetySettings,
    ...node.more,
  }
  return asYaml(settings)
}

/** Settings as lines of `opensearch.yml`. */
export function asYaml(settings: Readonly<Record<string, unknown>>): string {
  return Object.entries(settings)
    .map(([name, value]) => `${name}: ${JSON.stringify(value)}\n`)
    .join('')
}

/** Logs everything to standard output, which is the server's log file. */
export const loggingProperties = `status = error
appender.console.type = Console
appender.console.name = console
appender.console.layout.type = PatternLayout
appender.console.layout.pattern = [%d{ISO8601}][%-5p][%-25c{1.}] [%node_name]%marker %m%n
rootLogger.level = info
rootLogger.appenderRef.console.ref = console
`
