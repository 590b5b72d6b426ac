import type { MetricsExport, MetricsExportChange } from '@watchpost/contract'
import { numberIn } from '../../kit/controls/number-in.ts'

/** What is written in the form. The key is given again each time. */
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

/** What is sent for it: off stands alone, and what is empty is left out. */
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
