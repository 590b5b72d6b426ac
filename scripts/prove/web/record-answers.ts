import { writeFileSync } from 'node:fs'
import type { Page, Response } from 'playwright-core'
import { keyOf, type RecordedAnswer, type Recording } from '../../../apps/web/dev/recorded-answer.ts'

const FILE = 'apps/web/dev/recorded-answers.json'
/** The response headers that the client reads. Later pages are not recorded, so Link is left out. */
const HEADERS = /^(content-type|total-count|total-count-relation|etag|watchpost-.*)$/
const LARGEST_BYTES = 500_000
const MOST_ROWS = 50

/** Records the API's responses to the pages, for `pnpm dev:web`. */
export function createRecorder() {
  const answers = new Map<string, RecordedAnswer>()
  const pending = new Set<Promise<void>>()

  async function keep(response: Response): Promise<void> {
    const request = response.request()
    const { pathname, search } = new URL(response.url())
    if (!pathname.startsWith('/api/') || !response.ok()) return
    // Leave out secrets: the body of a sign-in and the cookie it returns.
    const sent = pathname.startsWith('/api/auth/') ? null : request.postData()
    // The response is gone if the page was left.
    const text = await response.text().catch(() => undefined)
    if (text === undefined || text.length > LARGEST_BYTES) return
    const headers = Object.entries(response.headers()).filter(([name]) => HEADERS.test(name))
    const answer = {
      method: request.method(),
      url: pathname + search,
      sent,
      status: response.status(),
      headers: Object.fromEntries(headers),
      // Local paths do not belong in the repository.
      text: shortened(text).replaceAll(process.cwd(), '/var/lib/watchpost'),
    }
    answers.set(keyOf(answer), answer)
  }

  return {
    watch(page: Page): void {
      page.on('response', (response) => {
        const kept = keep(response).finally(() => pending.delete(kept))
        pending.add(kept)
      })
    },
    async save(): Promise<void> {
      await Promise.all(pending)
      const recording: Recording = { recordedAt: new Date().toISOString(), answers: [...answers.values()] }
      writeFileSync(FILE, `${JSON.stringify(recording, undefined, 1)}\n`)
    },
  }
}
export type Recorder = ReturnType<typeof createRecorder>

/** The first rows of a listing or of hits are enough to develop a page. */
function shortened(text: string): string {
  if (!text.startsWith('[') && !text.startsWith('{')) return text
  const body = JSON.parse(text) as unknown[] | { hits?: { hits: unknown[] } }
  if (Array.isArray(body)) return JSON.stringify(body.slice(0, MOST_ROWS))
  if (body.hits) body.hits.hits = body.hits.hits.slice(0, MOST_ROWS)
  return JSON.stringify(body)
}
