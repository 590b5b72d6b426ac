import { isUtf8 } from 'node:buffer'
import { type DeadLetter, deadLetterLimits, type WholeDeadLetter } from '@watchpost/contract'
import type { ParkedLetter } from '@watchpost/log'

/** A letter as a row: the beginning of its event, valid for any bytes. */
export function rowOf(letter: ParkedLetter, retried: number): DeadLetter {
  const { payload } = letter.record
  const shown = beginningOf(payload, deadLetterLimits.previewBytes)
  return {
    ...factsOf(letter, retried),
    event: shown.toString('utf8'),
    is_text: isUtf8(shown),
    is_truncated: shown.length < payload.length,
  }
}

/** A letter with its event exactly as the probe sent it. */
export function wholeOf(letter: ParkedLetter, retried: number): WholeDeadLetter {
  const { payload } = letter.record
  const shown = beginningOf(payload, deadLetterLimits.eventBytes)
  const isText = isUtf8(shown)
  return {
    ...factsOf(letter, retried),
    encoding: isText ? 'utf-8' : 'base64',
    event: shown.toString(isText ? 'utf8' : 'base64'),
    is_truncated: shown.length < payload.length,
  }
}

function factsOf({ number, parkedAt, reason, detail, record }: ParkedLetter, retried: number) {
  const { identity, fqdn, receivedAt, payload, retries = 0 } = record
  return {
    number,
    parked_at: new Date(parkedAt).toISOString(),
    received_at: new Date(receivedAt).toISOString(),
    reason,
    detail,
    probe_id: identity.probeId,
    probe_fqdn: fqdn,
    stream: identity.stream,
    sequence: identity.sequence,
    size_bytes: payload.length,
    is_retried: number < retried,
    retries,
  }
}

/** At most this many bytes, without splitting a character. */
function beginningOf(bytes: Buffer, most: number): Buffer {
  if (bytes.length <= most) return bytes
  let end = most
  // Continuation bytes of UTF-8 are 10xxxxxx, at most three in a row.
  while (end > most - 3 && ((bytes[end] ?? 0) & 0xc0) === 0x80) end -= 1
  return bytes.subarray(0, end)
}
