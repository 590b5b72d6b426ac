import type { Proof } from '../command/proof.ts'
import type { TriagePart } from '../triage/triage.ts'

export const triage: Proof<TriagePart> = {
  topic: 'triage',
  description: 'triage of alerts: every filter has one answer, jobs change exactly their alerts, speed with many marks',
  parts: {
    filters: 'listing, summary and groups of random filters equal a computation from what was sent and marked',
    job: 'one action on many alerts through kills, during ingest and changes of a colleague, and its exact undo',
    speed: 'listings, summaries and groups while the riskiest alerts are acknowledged',
  },
  fullSizeOnly: ['speed'],
  full: {
    amount: '3,000,000 alerts for filters, 1,500,000 for the job, 10,000,000 for speed',
    duration: 'several hours',
  },
  small: { amount: '4,000 alerts for filters, 3,000 for the job', duration: '5 minutes' },
  options: { events: 'alerts of the first part that runs (each part has its own number without it)' },
  run: async (options) => (await import('../triage/triage.ts')).proveTriage(options),
}
