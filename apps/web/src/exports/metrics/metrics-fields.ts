import type { MetricsExport, MetricsExportChange } from '@watchpost/contract'
import { numberIn } from '../../kit/controls/number-in.ts'

/** The fields of the form. The key must be entered again for every change. */
export interface MetricsFields {
  enabled: boolean
  ip: string
  port: string
  iface: string
  key: string
}

const usualPort = 19_999

export function metricsFieldsOf({ enabled, ip, port, iface }: MetricsExport): MetricsFields {
  return { enabled, ip: ip ?? '', port: String(port ?? usualPort), iface: iface ?? '', key: '' }
}

/** The request body. When the export is off, all other members are omitted; so are empty fields. */
export function metricsOf({ enabled, ip, port, iface, key }: MetricsFields): MetricsExportChange {
  if (!enabled) return { enabled: false }
  return {
    enabled: true,
    ...(ip.trim() && { ip: ip.trim() }),
    ...(port.trim() && { port: numberIn(port) }),
    ...(iface.trim() && { iface: iface.trim() }),
    ...(key.trim() && { key: key.trim() }),
  }
}
