import { bodyFailures } from '../people/access.ts'
import { MetricsExport, MetricsExportChange, MetricsTest } from './metrics-export.ts'
import { commonFailures, failures } from '../problems/problem.ts'

const tags = ['Exports']

export const readMetricsExport = {
  operationId: 'readMetricsExport',
  tags,
  summary: 'The metrics export',
  description: 'Where metrics are streamed to, and how that is going. The key is never given back.',
  response: { 200: { ...MetricsExport, description: 'As it is set.' }, ...failures(...commonFailures) },
}

const setting = {
  tags,
  summary: 'Set the metrics export',
  description:
    'Streams the figures of the machine and of every service to a Netdata parent, where this appliance appears as a host of its own. `{"enabled": false}` alone disables it. Effective within 2 seconds; the parent shows the first values within 15.',
  body: MetricsExportChange,
  response: {
    200: { ...MetricsExport, description: 'As it is from now on.' },
    ...failures('export-target-refused', ...bodyFailures, 'confirmation-needed', ...commonFailures),
  },
}
export const putMetricsExport = { operationId: 'putMetricsExport', ...setting }
export const postMetricsExport = { operationId: 'postMetricsExport', ...setting }

export const testMetricsExport = {
  operationId: 'testMetricsExport',
  tags,
  summary: 'Try the metrics export',
  description:
    'Connects to the parent from this copy of the API, as the exporter does, and tells each step: interface, connection, key. 5 times a minute.',
  response: {
    200: { ...MetricsTest, description: 'How far it came.' },
    ...failures('export-disabled', 'confirmation-needed', ...commonFailures),
  },
}
