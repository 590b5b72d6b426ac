import { type Static, Type } from 'typebox'
import { Instant } from '../people/access.ts'
import { commonFailures, failures } from '../problems/problem.ts'

const level = Type.Enum(['good', 'warning', 'bad'], {
  description: '`good`; `warning`: someone should look; `bad`: it does not work, or soon will not.',
})

const HealthFinding = Type.Object({
  part: Type.String({ description: 'What was looked at.', examples: ['Kafka'] }),
  level,
  says: Type.String({ description: 'What was found.', examples: ['Broker not available'] }),
  todo: Type.Union([Type.String(), Type.Null()], {
    description: 'What to do about it; null when nothing is to be done.',
    examples: ['Start the brokers, or correct WATCHPOST_LOG_BROKERS. See docs/runbooks/log-down.md.'],
  }),
  runbook: Type.Union([Type.String(), Type.Null()], {
    description: 'The runbook that says more, by its name in `docs/runbooks`.',
    examples: ['log-down'],
  }),
})

export const SystemHealth = Type.Object(
  {
    at: Instant('When everything was looked at.'),
    level,
    findings: Type.Array(HealthFinding, { description: 'Of every part, at least one.' }),
  },
  {
    examples: [
      {
        at: '2026-11-16T09:12:33.412Z',
        level: 'bad',
        findings: [
          { part: 'PostgreSQL', level: 'good', says: 'answers; 20 of 100 connections', todo: null, runbook: null },
          {
            part: 'Kafka',
            level: 'bad',
            says: 'connect ECONNREFUSED 127.0.0.1:9092',
            todo: 'Start the brokers, or correct WATCHPOST_LOG_BROKERS. See docs/runbooks/log-down.md.',
            runbook: 'log-down',
          },
        ],
      },
    ],
  },
)
export type SystemHealth = Static<typeof SystemHealth>

export const readHealth = {
  operationId: 'readHealth',
  tags: ['System'],
  summary: 'How the appliance is doing',
  description:
    'Looks at every service, PostgreSQL, Kafka, OpenSearch, disks, certificates, exports and the audit, and says of each what is wrong and what to do: what `watchpost doctor` says on the machine of the API. Two more parts, `probes` and `coverage`, say what `GET /api/coverage` states of the last 24 hours. The first who asks may wait for some seconds; while callers keep asking, it is looked at again every 2 seconds.',
  response: { 200: { ...SystemHealth, description: 'What was found.' }, ...failures(...commonFailures) },
}
