import type { AlertJob } from '@watchpost/contract'
import { createClient } from '@watchpost/sdk'
import { expect, test } from 'vitest'
import { outcomeOf, undoOutcomeOf } from './job-words.ts'
import { runJobs, undoJobs } from './run-jobs.ts'

function aJob(own: Partial<AlertJob> = {}): AlertJob {
  return {
    id: 1,
    state: 'finished',
    created_by: 'olga',
    created_at: '2026-11-14T10:00:00.000Z',
    ended_at: null,
    filter: null,
    change: { status: 'closed' },
    matching: 5,
    done: 5,
    skipped: 0,
    changed: 0,
    missing: 0,
    failure: null,
    undo: null,
    self: '/api/alerts/jobs/1',
    ...own,
  }
}
const anUndo = { requested_by: 'olga', requested_at: '', ended_at: null, restored: 4, changed: 1, missing: 0 }

/** A client that records requests and gets these answers in turn. */
function aClient(answers: AlertJob[]) {
  const calls: string[] = []
  const client = createClient({
    baseUrl: 'https://appliance.test',
    fetch: (url, { method }) => {
      calls.push(`${method ?? 'GET'} ${new URL(url).pathname}`)
      return Promise.resolve(Response.json(answers.shift()))
    },
  })
  return { client, calls }
}

const body = { ids: ['u'], change: { status: 'closed' } } as const

test('starts jobs one after another, and reads each until it has ended', async () => {
  const { client, calls } = aClient([aJob({ state: 'running', done: 0 }), aJob(), aJob({ id: 2 })])
  let started = 0
  const jobs = await runJobs(
    client,
    [
      { ...body, ids: ['a'] },
      { ...body, ids: ['b'] },
    ],
    () => (started += 1),
  )
  expect(calls).toEqual(['POST /api/alerts/jobs', 'GET /api/alerts/jobs/1', 'POST /api/alerts/jobs'])
  expect(jobs.map(({ id }) => id)).toEqual([1, 2])
  expect(started).toBe(1)
})

test('starts no other job after one was undone', async () => {
  const { client, calls } = aClient([aJob({ state: 'undone', undo: anUndo })])
  await runJobs(
    client,
    [
      { ...body, ids: ['a'] },
      { ...body, ids: ['b'] },
    ],
    () => undefined,
  )
  expect(calls).toHaveLength(1)
})

test('undoes the newest job first', async () => {
  const { client, calls } = aClient([aJob({ id: 2, state: 'undone' }), aJob({ state: 'undone' })])
  await undoJobs(client, [1, 2])
  expect(calls).toEqual(['POST /api/alerts/jobs/2/undo', 'POST /api/alerts/jobs/1/undo'])
})

test('says what became of the alerts', () => {
  expect(outcomeOf([aJob()])).toBe('5 alerts marked')
  expect(outcomeOf([aJob({ done: 1 }), aJob({ done: 2, changed: 1, missing: 2 })])).toBe(
    '3 alerts marked. 1 was changed by someone else and stays as it is. 2 were removed by retention.',
  )
  expect(outcomeOf([aJob({ state: 'failed', failure: 'refused' })])).toBe(
    '5 alerts marked. The job ended early: refused',
  )
  expect(undoOutcomeOf([aJob({ undo: anUndo })])).toBe(
    '4 alerts restored. 1 was changed by someone else and stays as it is.',
  )
})
