import { readFileSync } from 'node:fs'
import type { IncomingMessage } from 'node:http'
import { join } from 'node:path'
import type { Plugin } from 'vite'
import { findAnswer, moveTimes, type Recording } from './recorded-answer.ts'

const NOT_RECORDED = {
  type: '/problems/engine-unavailable',
  title: 'Not recorded',
  status: 503,
  detail: 'These pages run on recorded answers. Use pnpm dev for an appliance that can change.',
  instance: 'recorded',
}

/** Answers the pages from a recording, without servers: `pnpm dev:web`. */
export function serveRecorded(): Plugin {
  const { recordedAt, answers } = JSON.parse(
    readFileSync(join(import.meta.dirname, 'recorded-answers.json'), 'utf8'),
  ) as Recording
  const byMs = Date.now() - Date.parse(recordedAt)

  return {
    name: 'recorded-answers',
    configureServer({ middlewares }) {
      middlewares.use(async (request, response, next) => {
        const { method = 'GET', url = '' } = request
        if (!url.startsWith('/api/')) return next()
        const found = findAnswer(answers, { method, url, sent: await bodyOf(request) })
        if (!found) {
          response.writeHead(503, { 'content-type': 'application/problem+json' })
          return response.end(JSON.stringify(NOT_RECORDED))
        }
        response.writeHead(found.status, found.headers)
        response.end(moveTimes(found.text, byMs))
      })
    },
  }
}

async function bodyOf(request: IncomingMessage): Promise<string | null> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return chunks.length > 0 ? Buffer.concat(chunks).toString('utf8') : null
}
