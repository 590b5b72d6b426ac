import { linesOf } from '../harness/lines-of.ts'

/** An alert as the simulator recorded it when it was acknowledged. */
export interface OracleAlert {
  uuid: string
  probe: number
  fqdn: string
  kind: string
  /** The event time, with milliseconds and `Z`. */
  time: string
  src: string
  dst: string
  type: 'network_engine' | 'malware_engine' | 'code_engine'
  name: string
  severity: number
  category?: string
  state?: string
  grade?: string
  analysers?: [number, number, number]
  obfuscated?: number
  ran?: boolean
}

interface Row {
  id: string
  probe: number
  fqdn: string
  kind: string
  time: string
  src?: string
  dst?: string
  alert?: Omit<OracleAlert, 'uuid' | 'probe' | 'fqdn' | 'kind' | 'time' | 'src' | 'dst'>
}

/** All alerts of these oracle files, without duplicates. */
export async function readAlerts(paths: readonly string[]): Promise<OracleAlert[]> {
  const alerts = new Map<string, OracleAlert>()
  for (const path of paths) {
    for await (const line of linesOf(path)) {
      const { id, probe, fqdn, kind, time, src = '', dst = '', alert } = JSON.parse(line) as Row
      if (alert) alerts.set(id, { uuid: id, probe, fqdn, kind, time, src, dst, ...alert })
    }
  }
  return [...alerts.values()]
}
