import type { ListedAlert } from '@watchpost/engine'

/** An alert as the engine returns it, with only the required fields unless more are given. */
export function aListedAlert(own: Partial<ListedAlert> & Pick<ListedAlert, 'uuid'>): ListedAlert {
  return {
    index: 'alerts-2026.11.14-000001',
    '@timestamp': '2026-11-14T09:12:33.412Z',
    timestamp_received: '2026-11-14T09:12:35.001Z',
    family: 'network_events',
    type: 'network_engine',
    event_type: 'alert',
    name: 'x',
    description: 'x',
    status: 'open',
    group: 'g',
    risk: 75,
    effective_risk: 75,
    policy_version: 1,
    probe: { id: 7, fqdn: 'p' },
    ingest: { epoch: 1, partition: 1, offset: 1 },
    ...own,
  }
}
