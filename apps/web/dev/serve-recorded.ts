import { readFileSync } from 'node:fs'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import type { Plugin } from 'vite'
import { createPlayedArrivals } from './played-arrivals.ts'
import { createPlayedChanges } from './played-changes.ts'
import { findAnswer, moveTimes, type Recording } from './recorded-answer.ts'

const HOUR_MS = 3_600_000

const NOT_RECORDED = {
  type: '/problems/engine-unavailable',
  title: 'Not recorded',
  status: 503,
  detail: 'These pages run on recorded answers. Use pnpm dev for an appliance that can change.',
  instance: 'recorded',
}

/** Serves recorded API responses without a backend, and keeps changes of alerts in memory: `pnpm dev:web`. */
export function serveRecorded(): Plugin {
  const { recordedAt, answers } = JSON.parse(
    readFileSync(join(import.meta.dirname, 'recorded-answers.json'), 'utf8'),
  ) as Recording
  // Shift by whole hours, so that chart buckets stay aligned.
  const byMs = Math.floor((Date.now() - Date.parse(recordedAt)) / HOUR_MS) * HOUR_MS

  const changes = createPlayedChanges(answers)
  const arrivals = createPlayedArrivals(answers)

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method = 'GET', url = '' } = request
    const asked = { method, url, sent: (await text(request)) || null }
    const played = changes.answer(asked) ?? (await arrivals(asked))
    if (played) return void response.writeHead(played.status, played.headers).end(played.text)
    const found = findAnswer(answers, asked)
    if (found) response.writeHead(found.status, found.headers).end(changes.shown(moveTimes(found.text, byMs)))
    else response.writeHead(503, { 'content-type': 'application/problem+json' }).end(JSON.stringify(NOT_RECORDED))
  }

  return {
    name: 'recorded-answers',
    configureServer({ middlewares }) {
      middlewares.use((request, response, next) => {
        if (request.url?.startsWith('/api/')) void answer(request, response)
        else next()
      })
    },
  }
}
