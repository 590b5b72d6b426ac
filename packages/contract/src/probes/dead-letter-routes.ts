import { deadReasons } from '@watchpost/model'
import { type Static, Type } from 'typebox'
import { bodyFailures } from '../people/access.ts'
import {
  DeadLetter,
  deadLetterLimits,
  DeadLetterRetry,
  DeadLetterSummary,
  LetterNumber,
  WholeDeadLetter,
} from './dead-letter.ts'
import { nextLink } from '../next-link.ts'
import { commonFailures, failures } from '../problems/problem.ts'

export const DeadLetterParameters = Type.Object(
  {
    state: Type.Optional(
      Type.Enum(['waiting', 'retried', 'all'], {
        default: 'waiting',
        description: '`waiting`: not put back yet. `retried`: put back, and kept until they are 30 days old.',
      }),
    ),
    order: Type.Optional(Type.Enum(['newest', 'oldest'], { default: 'newest', description: 'Which come first.' })),
    probe_id: Type.Optional(
      Type.Integer({ minimum: 1, maximum: 2_147_483_647, description: 'Only of the probe with this number.' }),
    ),
    reason: Type.Optional(Type.Enum([...deadReasons], { description: 'Only those that died of this.' })),
    limit: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: deadLetterLimits.rows,
        default: 100,
        description: 'Most rows of a page.',
      }),
    ),
    cursor: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: Number.MAX_SAFE_INTEGER,
        description: 'Where to go on: taken from `Link`.',
      }),
    ),
  },
  { additionalProperties: false },
)
export type DeadLetterParameters = Static<typeof DeadLetterParameters>

export const DeadLetterRetryWish = Type.Object(
  { up_to: Type.Optional(LetterNumber('The last number to put back; left out, all that wait now.')) },
  { additionalProperties: false, examples: [{}] },
)
export type DeadLetterRetryWish = Static<typeof DeadLetterRetryWish>

const reading = ['invalid-request', ...commonFailures, 'dead-letters-unavailable'] as const

const about =
  'An event that cannot become a document is kept whole among the dead letters for 30 days, 2 GiB of them at most, under a number.'

export const listDeadLetters = {
  operationId: 'listDeadLetters',
  tags: ['Dead letters'],
  summary: 'Events that could not be stored',
  description: `${about} A page looks at ${deadLetterLimits.read} letters at the most, at 64 MiB of them, and for 3 seconds: it may be short, or empty, and \`Link\` leads on while there is more.`,
  querystring: DeadLetterParameters,
  response: {
    200: {
      ...Type.Array(DeadLetter),
      description: 'In the order asked for.',
      headers: nextLink('/api/dead-letters?reason=not-json&cursor=41'),
    },
    ...failures(...reading),
  },
}

export const readDeadLetter = {
  operationId: 'readDeadLetter',
  tags: ['Dead letters'],
  summary: 'One event that could not be stored, whole',
  params: Type.Object({ number: LetterNumber('The number of the letter. The first one is 0.', 0) }),
  response: {
    200: { ...WholeDeadLetter, description: 'The letter with its event.' },
    ...failures('not-found', ...reading),
  },
}

export const summariseDeadLetters = {
  operationId: 'summariseDeadLetters',
  tags: ['Dead letters'],
  summary: 'How many events could not be stored, and why',
  description: `How many wait is exact. By reason and by probe the newest ${deadLetterLimits.read} are counted, or as many as can be read within 64 MiB and 3 seconds; \`counted\` says how many that were.`,
  response: {
    200: { ...DeadLetterSummary, description: 'The counts as they are now.' },
    ...failures(...reading),
  },
}

export const retryDeadLetters = {
  operationId: 'retryDeadLetters',
  tags: ['Dead letters'],
  summary: 'Put dead letters back on the way',
  description:
    'Sends waiting letters to the indexers again, oldest first. What is refused again comes back under a new number. One retry runs at a time. It goes on for 15 seconds at the most and says if it is not complete. How far it came is written down after every 500 letters: when the appliance fails in between, those are put back twice, which does no harm, since an event is stored once by its probe, stream and sequence. Which numbers are put back is audited before they are.',
  body: DeadLetterRetryWish,
  response: {
    200: { ...DeadLetterRetry, description: 'What was put back.' },
    ...failures(...bodyFailures, ...commonFailures, 'dead-letters-unavailable'),
  },
}
