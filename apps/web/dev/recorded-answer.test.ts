import { expect, test } from 'vitest'
import { findAnswer, moveTimes, type RecordedAnswer } from './recorded-answer.ts'

function answer(url: string, text: string, sent: string | null = null): RecordedAnswer {
  return { method: sent === null ? 'GET' : 'POST', url, sent, status: 200, headers: {}, text }
}

const answers = [
  answer('/api/alerts?date_from=2026-11-14T09:00:00Z&limit=50', 'open'),
  answer('/api/alerts?date_from=2026-11-14T09:00:00Z&limit=50&status=closed', 'closed'),
  answer('/api/alerts/1-ab-17', 'one'),
  answer('/api/data/es/search?index=malware', 'hits', '{"size":10}'),
  answer('/api/data/es/search?index=malware', 'counts', '{"size":0}'),
]

test.each([
  ['GET', '/api/alerts?date_from=2026-11-18T01:02:03.004Z&limit=50', null, 'open'],
  ['GET', '/api/alerts?date_from=2026-11-18T01:02:03.004Z&limit=50&status=closed', null, 'closed'],
  ['GET', '/api/alerts?limit=7', null, 'open'],
  ['GET', '/api/alerts/2-cd-99', null, 'one'],
  ['POST', '/api/data/es/search?index=malware', '{"size":0}', 'counts'],
  ['POST', '/api/data/es/search?index=malware', '{"size":0,"aggs":{}}', 'counts'],
  ['DELETE', '/api/alerts', null, undefined],
])('answers %s %s %s like the most similar request', (method, url, sent, text) => {
  expect(findAnswer(answers, { method, url, sent })?.text).toBe(text)
})

test('moves times in text and in milliseconds', () => {
  const text = '{"at":"2026-11-14T09:00:00.000Z","date":"2026-11-14T09:00:00Z","key":1763110800000,"count":17631}'
  expect(moveTimes(text, 60_000)).toBe(
    '{"at":"2026-11-14T09:01:00.000Z","date":"2026-11-14T09:01:00Z","key":1763110860000,"count":17631}',
  )
})
