import type { AlertPart } from '../alerts/alerts.ts'
import type { Proof } from '../command/proof.ts'

export const alerts: Proof<AlertPart> = {
  topic: 'alerts',
  description: 'alerts and clusters: shapes, every listing against the oracle, collectors miss nothing, speed',
  parts: {
    lists: 'shapes, and random filters of alerts and clusters, equal a computation from what was sent',
    arrival: 'collectors that read by arrival get every alert once, during pauses and kills',
    'new-log': 'the same when the log is lost and created again',
    beside: 'speed of listings alone and among twenty times as many other events',
    speed: 'listings over 30 days of alerts, compared with the engine asked directly',
  },
  full: { amount: '40,000 and 500,000 events, 10,000,000 alerts for speed', duration: 'several hours' },
  small: { amount: '6,000 and 8,000 events, 20,000 alerts for speed', duration: '5 minutes' },
  options: { events: 'alerts of the data set for speed (10000000; 20000 with --ci)' },
  run: async (options) => (await import('../alerts/alerts.ts')).proveAlerts(options),
}
