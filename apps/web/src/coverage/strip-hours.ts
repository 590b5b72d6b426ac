import type { Coverage } from '@watchpost/contract'
import { counted, text } from '../texts/text.ts'
import { lengthText } from '../time/format.ts'
import { countWords } from './coverage-words.ts'

/** An hour of a strip. */
interface StripHour {
  /** Its start, ISO 8601. */
  hour: string
  state: Coverage['state']
  isSilent: boolean
  words: string
}

const hourMs = 3_600_000

type Hour = Coverage['hours'][number] & { received?: number }

/**
 * Every hour of a statement, with the state that the API would give it alone. Hours that began before coverage was
 * recorded, or ended before the probe was first seen, are unknown.
 */
export function stripHours(coverage: Coverage): StripHour[] {
  const isOfProbe = coverage.expected_from !== null
  const rows: readonly Hour[] = isOfProbe ? (coverage.probes[0]?.hours ?? []) : coverage.hours
  const byHour = new Map(rows.map((row) => [Date.parse(row.hour), row]))
  const knownFrom = Date.parse(coverage.known_from)
  const expectedFrom = Date.parse(coverage.expected_from ?? coverage.known_from)
  const end = Math.min(Date.parse(coverage.to), Date.parse(coverage.at))
  const hours: StripHour[] = []
  const first = Math.floor(Date.parse(coverage.from) / hourMs) * hourMs
  for (let from = first; from < end; from += hourMs) {
    const row = byHour.get(from)
    const wrong = row ? wordsOf(row, isOfProbe) : []
    const isKnown = from >= knownFrom && from + hourMs > expectedFrom && coverage.probe_count > 0
    const state = wrong.length > 0 ? 'incomplete' : isKnown ? 'complete' : 'unknown'
    hours.push({
      hour: new Date(from).toISOString(),
      state,
      isSilent: (row?.silent_seconds ?? 0) > 0,
      words: [
        ...(wrong.length > 0 ? wrong : [text(`coverage.hour.${state === 'complete' ? 'complete' : 'unknown'}`)]),
        ...(row?.received === undefined ? [] : [counted('coverage.hour.events', row.received)]),
      ].join(', '),
    })
  }
  return hours
}

function wordsOf(row: Hour, isOfProbe: boolean): string[] {
  const silence = isOfProbe
    ? text('coverage.hour.silent', { length: lengthText(row.silent_seconds * 1_000) })
    : counted('coverage.hour.silentProbes', row.silent_probes)
  return [...(row.silent_probes > 0 ? [silence] : []), ...countWords(row)]
}
