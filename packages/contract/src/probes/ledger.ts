import { type Static, Type } from 'typebox'
import { IdParameter, Instant } from '../people/access.ts'
import { ledgerExample, probeLedgerExample } from './ledger-examples.ts'
import { commonFailures, failures } from '../problems/problem.ts'

const count = (description: string) => Type.Integer({ minimum: 0, description })

/** Limits of the ledger answers. */
export const ledgerLimits = { probes: 1_000, streams: 100, ranges: 1_000 } as const

/** Headers of every answer that shows events. */
export const ledgerHeaders = {
  'watchpost-lag': Type.Integer({
    description:
      'Events that were accepted and cannot be found yet, of all probes, in the hours of arrival that the range of the request touches; of all times if the range has no beginning or begins before coverage was recorded. Left out while it is not known.',
    examples: [0],
  }),
  'watchpost-gaps': Type.Integer({
    description:
      'Events that probes have numbered and that never arrived, in the same hours; with a range, those of removed probes and those given up included. Left out while it is not known.',
    examples: [0],
  }),
}

const totals = {
  received: count('Events that arrived.'),
  indexed: count('Of these, stored and to be found.'),
  dead_lettered: count('Of these, among the dead letters.'),
  expired: count('Of these, no longer kept when they came to be stored.'),
  waiting: count('Accepted and on their way; they become one of the others.'),
  missing: count('Numbered by the probe, and never received.'),
  abandoned: count('Never received, and given up by the probe, which says why.'),
}
export const LedgerTotals = Type.Object(totals)
export type LedgerTotals = Static<typeof LedgerTotals>

const ranges = (description: string) =>
  Type.Array(Type.Array(Type.Integer(), { minItems: 2, maxItems: 2 }), {
    description: `${description}: ranges of numbers, both ends included.`,
  })

const LedgerGap = Type.Object({
  first: Type.Integer(),
  last: Type.Integer(),
  count: Type.Integer(),
  state: Type.Enum(['open', 'abandoned', 'expired'], {
    description:
      '`open`: it may still come, and closes when it does. `abandoned`: the probe gave it up. `expired`: it came, and was no longer kept when it was to be stored.',
  }),
  reason: Type.Union([Type.String(), Type.Null()], { description: 'Why it can never come, where that is known.' }),
})

const LedgerStream = Type.Object({
  stream: Type.String({ description: 'One run of numbers of the probe.' }),
  began_at: Instant('When it was first heard of.'),
  changed_at: Instant('When anything was last entered.'),
  next_sequence: Type.Integer({ description: 'One more than the highest number that the probe has used.' }),
  received: ranges('What arrived'),
  indexed: ranges('What is stored; dead letters that are only counted any more are in it'),
  dead_lettered: ranges('What is among the dead letters, the newest of it'),
  gaps: Type.Array(LedgerGap, { description: 'What cannot be found, and why.' }),
  waiting: count('Numbers that are on their way.'),
  is_truncated: Type.Boolean({ description: `It has more ranges than the ${ledgerLimits.ranges} that are shown.` }),
})

export const ProbeLedger = Type.Object(
  {
    probe: Type.Object({ id: Type.Integer(), fqdn: Type.String() }),
    totals: LedgerTotals,
    streams: Type.Array(LedgerStream, {
      description: `Those that changed last first, ${ledgerLimits.streams} at most.`,
    }),
    exports: Type.Array(
      Type.Object({
        id: Type.Integer(),
        behind: Type.Union([Type.Integer(), Type.Null()], {
          description:
            'Events of this probe and its neighbours in the log that the export has not come to; null when that is not known.',
        }),
      }),
    ),
    is_truncated: Type.Boolean({ description: 'There are more streams than are shown.' }),
  },
  { examples: [probeLedgerExample] },
)
export type ProbeLedger = Static<typeof ProbeLedger>

export const Ledger = Type.Object(
  {
    at: Instant('When it was counted.'),
    totals: LedgerTotals,
    gaps: count('Ranges of numbers that are missing.'),
    probes: Type.Array(Type.Object({ id: Type.Integer(), fqdn: Type.String(), ...totals }), {
      description: `Those that miss most first, ${ledgerLimits.probes} at most.`,
    }),
    is_truncated: Type.Boolean({ description: 'There are more probes than are shown.' }),
  },
  { examples: [ledgerExample] },
)
export type Ledger = Static<typeof Ledger>

const about =
  'Every event has a number, given by its probe before it is sent, without a hole; the ledger says of each number what became of it.'

export const readLedger = {
  operationId: 'readLedger',
  tags: ['Probes'],
  summary: 'The ledger of all probes',
  description: `${about} Sums over everything, and for each probe.`,
  response: { 200: { ...Ledger, description: 'The sums as they are now.' }, ...failures(...commonFailures) },
}

export const readProbeLedger = {
  operationId: 'readProbeLedger',
  tags: ['Probes'],
  summary: 'The ledger of one probe',
  description: `${about} Ranges and gaps of its streams, and how far each syslog export is behind.`,
  params: Type.Object({ id: IdParameter('The number of the probe.') }),
  response: {
    200: { ...ProbeLedger, description: 'What became of its events.' },
    ...failures('invalid-request', 'not-found', ...commonFailures),
  },
}
