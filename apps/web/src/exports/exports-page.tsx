import { PlainPage } from '../kit/layout/plain-page.tsx'
import { MetricsPanel } from './metrics/metrics-panel.tsx'
import { SyslogList } from './syslog/syslog-list.tsx'

/** All exports: syslog and metrics. */
export function ExportsPage() {
  return (
    <PlainPage>
      <SyslogList />
      <MetricsPanel />
    </PlainPage>
  )
}
