import { setTimeout as sleep } from 'node:timers/promises'
import type { Alert } from '@watchpost/contract'
import type { RecordedAnswer } from './recorded-answer.ts'
import type { PlayedAnswer } from './played-changes.ts'

const EVERY_MS = 4_000

/** Live alerts: recorded ones arrive again, one every few seconds, with new ids and the time of now. */
export function createPlayedArrivals(
  answers: readonly RecordedAnswer[],
  pause: (ms: number) => Promise<unknown> = sleep,
) {
  const recorded = answers.find(({ method, url }) => method === 'GET' && /^\/api\/alerts\?.*sort_by=date/.test(url))
  const alerts = JSON.parse(recorded?.text ?? '[]') as Alert[]
  let arrived = 0

  return async ({ url }: Pick<RecordedAnswer, 'url'>): Promise<PlayedAnswer | undefined> => {
    const { pathname, searchParams } = new URL(url, 'http://recorded')
    if (pathname !== '/api/alerts' || searchParams.get('order') !== 'arrival') return undefined
    const rows: Alert[] = []
    const again = alerts[arrived % alerts.length]
    if (searchParams.has('wait') && again) {
      await pause(EVERY_MS)
      arrived++
      const at = new Date().toISOString()
      const uuid = again.uuid.replace(/\d{12}$/, String(arrived).padStart(12, '9'))
      const own = { id: at, date: at.slice(0, 19), received: at, uuid, self: `/api/alerts/${uuid}` }
      rows.push({ ...again, ...own, mark: { ...again.mark, status: 'open' } })
    }
    searchParams.set('after', `arrived-${arrived}`)
    const headers = {
      'content-type': 'application/json; charset=utf-8',
      link: `<${pathname}?${searchParams.toString()}>; rel="next"`,
    }
    return { status: 200, headers, text: JSON.stringify(rows) }
  }
}
