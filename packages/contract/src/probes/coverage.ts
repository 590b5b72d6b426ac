import { type Static, Type } from 'typebox'
import { Instant } from '../people/access.ts'
import { coverageExample } from './coverage-examples.ts'
import { commonFailures, failures } from '../problems/problem.ts'

/** Limits of the lists in an answer; totals, causes and hours always cover everything. */
export const coverageLimits = { probes: 1_000, hours: 10_000 } as const

const count = (description: string) => Type.Integer({ minimum: 0, description })

const counts = {
  late: count('Events that were accepted and should have been indexed by now.'),
  missing: count('Events that the probe numbered and that never arrived, those that are given up included.'),
  given_up: count('Of the missing events, those that cannot arrive any more: the probe gave them up, or was removed.'),
  dead_lettered: count('Events that could not be stored; they are among the dead letters.'),
  expired: count('Events that were accepted and that the log dropped before they were indexed.'),
  dropped_packets: count('Packets that the sensor could not inspect.'),
  silent_seconds: count('Seconds without a report and without an event, over all probes.'),
}

const CoverageHour = Type.Object({
  hour: Instant('Its beginning.'),
  ...counts,
  silent_probes: count('Probes that were silent for a part of it.'),
})

const Silence = Type.Object({
  from: Instant('When the probe was last heard of.'),
  to: Instant('When it was heard of again; the present while it is silent.'),
  is_open: Type.Boolean({ description: 'It is silent now.' }),
})

const Cause = Type.Object({
  cause: Type.Enum(['silent', 'late', 'missing', 'dead_lettered', 'expired', 'dropped', 'unknown', 'no_probes'], {
    description:
      '`silent`: probes neither reported nor sent. `late`: accepted and not indexed yet. `missing`: numbered and never received. `dead_lettered`: could not be stored. `expired`: dropped by the log before it was indexed. `dropped`: the sensor lost packets. `unknown`: before coverage was recorded, or events of that time are removed. `no_probes`: no probe was connected.',
  }),
  probes: count('Probes that it concerns.'),
  count: count('How much: events; packets for `dropped`; seconds for `silent` and `unknown`.'),
  from: Instant('Where it begins within the range.'),
  to: Instant('Where it ends within the range.'),
  is_open: Type.Boolean({ description: 'It lasts, or it ends once the events arrive, are stored or are given up.' }),
})

const OpenNow = Type.Object(
  {
    silent_probes: count('Probes that are silent.'),
    late: counts.late,
    missing: count('Events that the probe numbered, that never arrived, and that are not given up.'),
    dead_lettered: counts.dead_lettered,
  },
  {
    description:
      'What is outstanding at present, of all probes and everything that is kept, whatever the range: while one of these is not 0, the appliance is not up to date.',
  },
)

const ProbeCoverage = Type.Object({
  id: Type.Integer(),
  fqdn: Type.String(),
  is_removed: Type.Boolean({ description: 'The probe was removed; what is known of it stays as long as its events.' }),
  ...counts,
  silences: Type.Array(Silence),
  hours: Type.Array(
    Type.Object({
      ...CoverageHour.properties,
      received: Type.Optional(count('Events that arrived in this hour. Only with `probe_id`.')),
      indexed: Type.Optional(count('Of these, stored and to be found. Only with `probe_id`.')),
    }),
    { description: 'Hours with a cause; with `probe_id` every hour in which events arrived.' },
  ),
})

export const Coverage = Type.Object(
  {
    state: Type.Enum(['complete', 'incomplete', 'unknown'], {
      description:
        '`complete`: everything that probes sent can be found, and every probe was heard of. `incomplete`: see `causes`. `unknown`: nothing is known to be wrong, but not all of the range is known.',
    }),
    from: Instant('Beginning of the range.'),
    to: Instant('End of the range. What lies in the future is not judged.'),
    at: Instant('When this was true.'),
    known_from: Instant('Nothing is known of what was before.'),
    expected_from: Type.Union([Instant('When the probe was first heard of.'), Type.Null()], {
      description: 'With `probe_id`: nothing is expected of the probe before this time. Null without it.',
    }),
    probe_count: count('Probes that were expected to send.'),
    affected_probe_count: count('Of these, probes with a cause.'),
    ...counts,
    causes: Type.Array(Cause, { description: 'Why the range is not complete, causes that last first.' }),
    hours: Type.Array(CoverageHour, { description: 'Hours with a cause, of all probes together, oldest first.' }),
    probes: Type.Array(ProbeCoverage, {
      description: `Probes with a cause, the latest first: at most ${coverageLimits.probes}, with at most ${coverageLimits.hours} hours together.`,
    }),
    is_truncated: Type.Boolean({ description: 'There is more than is listed or counted.' }),
    open: OpenNow,
  },
  { examples: [coverageExample] },
)
export type Coverage = Static<typeof Coverage>

const instant = (description: string) => Type.Optional(Type.String({ maxLength: 40, description }))

export const readCoverage = {
  operationId: 'readCoverage',
  tags: ['Search'],
  summary: 'How complete the events of a time are',
  description:
    'Says of a range of time whether everything that probes saw and sent can be found, and if not, why: per probe and hour of arrival what is late, missing, dead-lettered, expired, dropped by the sensor, or unknown. Removed probes are included. A number that never arrived counts in the earlier of the hours in which its neighbours arrived.',
  querystring: Type.Object({
    from: instant(
      'Not before: ISO 8601, for example `2026-11-14T09:00:00`; without a zone it is UTC. 24 hours before the end when left out.',
    ),
    to: instant('Not after, to the precision given. The present when left out.'),
    probe_id: Type.Optional(Type.Integer({ minimum: 1, maximum: 2_147_483_647, description: 'Only this probe.' })),
  }),
  response: {
    200: { ...Coverage, description: 'The statement.' },
    ...failures('invalid-request', 'not-found', ...commonFailures),
  },
}
