import { deadReasons } from '@watchpost/model'
import { type Static, Type } from 'typebox'
import { Instant } from '../people/access.ts'
import { deadLetterExample } from './dead-letter-examples.ts'

/** Limits of the dead-letter answers. */
export const deadLetterLimits = {
  rows: 200,
  /** Bytes of an event in a row. */
  previewBytes: 1_024,
  /** Bytes of an event in a single letter; the gateway accepts none above 16 MiB. */
  eventBytes: 4 * 1024 ** 2,
  /** How much a page or a summary reads: letters, bytes, and time. */
  read: 10_000,
  readBytes: 64 * 1024 ** 2,
  readMs: 3_000,
  /** How long one request retries letters. */
  retryMs: 15_000,
  /** Probes in a summary. */
  probes: 100,
} as const

const count = (description: string, example: number) => Type.Integer({ minimum: 0, description, examples: [example] })

/** The number of a dead letter. */
export const LetterNumber = (description: string, example: number = deadLetterExample.number) =>
  Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER, description, examples: [example] })

export const DeadReason = Type.Enum([...deadReasons], {
  description:
    'Why it could not become a document. `not-utf8`, `not-json`, `not-an-object`, `too-deep`: what is wrong with the text. `no-event-type`, `no-timestamp`: what it lacks. `too-large`: more than 1 MiB. `refused-by-engine`: the search engine did not take a value.',
})
export type DeadReason = Static<typeof DeadReason>

const letterFields = {
  number: LetterNumber('Its place among the dead letters; one that comes back after a retry has a new one.'),
  parked_at: Instant('When it was put among the dead letters.'),
  received_at: Instant('When it arrived from its probe.'),
  reason: DeadReason,
  detail: Type.String({ description: 'What was wrong, in words.', examples: [deadLetterExample.detail] }),
  probe_id: Type.Integer({ description: 'The number of the probe.', examples: [7] }),
  probe_fqdn: Type.String({ description: 'The name of the probe then.', examples: ['probe-07.example.test'] }),
  stream: Type.String({ description: 'The run of numbers of the probe.', examples: [deadLetterExample.stream] }),
  sequence: count('The number of the event in the stream.', 1_204),
  size_bytes: count('Of the whole event.', 87),
  is_retried: Type.Boolean({ description: 'It was put back and waits no more.' }),
  retries: count('How often it was put back before and came back.', 0),
}

export const DeadLetter = Type.Object(
  {
    ...letterFields,
    event: Type.String({
      description: `The first ${deadLetterLimits.previewBytes} bytes as text; what is not UTF-8 stands as U+FFFD.`,
      examples: [deadLetterExample.event],
    }),
    is_text: Type.Boolean({ description: 'What is shown is UTF-8.' }),
    is_truncated: Type.Boolean({ description: 'The event is longer than what is shown.' }),
  },
  { description: 'An event that could not become a document.', examples: [deadLetterExample] },
)
export type DeadLetter = Static<typeof DeadLetter>

export const WholeDeadLetter = Type.Object({
  ...letterFields,
  encoding: Type.Enum(['utf-8', 'base64'], { description: '`base64` where the event is not UTF-8.' }),
  event: Type.String({
    description: `The event as the probe sent it, ${deadLetterLimits.eventBytes} bytes of it at most.`,
    examples: [deadLetterExample.event],
  }),
  is_truncated: Type.Boolean({ description: 'The event is longer than that.' }),
})
export type WholeDeadLetter = Static<typeof WholeDeadLetter>

export const DeadLetterSummary = Type.Object({
  at: Instant('When it was counted.'),
  waiting: count('How many wait; exact.', 12),
  retried: count('How many were put back and are still kept.', 3),
  counted: count('Of those that wait, how many were looked at: the newest. What follows counts these.', 12),
  is_partial: Type.Boolean({ description: 'More wait than were looked at.' }),
  came_back: count('Those that were put back before and came back.', 0),
  by_reason: Type.Array(Type.Object({ reason: DeadReason, count: Type.Integer() }), { description: 'Most first.' }),
  by_probe: Type.Array(Type.Object({ probe_id: Type.Integer(), probe_fqdn: Type.String(), count: Type.Integer() }), {
    description: `Most first, ${deadLetterLimits.probes} at most.`,
  }),
})
export type DeadLetterSummary = Static<typeof DeadLetterSummary>

export const DeadLetterRetry = Type.Object({
  put_back: count('How many were put back.', 12),
  up_to: Type.Union([LetterNumber('The last that was to be put back.'), Type.Null()], {
    description: 'The last number that was to be put back; null if there never was one.',
  }),
  is_complete: Type.Boolean({
    description: 'False if the time for one request was up before: ask again with the same `up_to`.',
  }),
})
export type DeadLetterRetry = Static<typeof DeadLetterRetry>
