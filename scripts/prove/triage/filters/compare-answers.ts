import { isDeepStrictEqual } from 'node:util'
import { type Filters, type KnownAlert, matcherOf } from '../../alerts/expected-matches.ts'
import { inOrder } from '../../alerts/expected-lists.ts'
import { type Answered, type Asker, nextOf } from '../../alerts/http.ts'
import { queryOf } from '../../alerts/some-filters.ts'
import type { createChance } from '../../harness/chance.ts'
import { expectedGroups, type Group } from './expected-groups.ts'
import { expectedSummary, type Summary, topFields, wrongTop } from './expected-summary.ts'

type Random = ReturnType<typeof createChance>

export interface Question {
  asker: Asker
  base: string
  alerts: readonly KnownAlert[]
  filters: Filters
  random: Random
}

/** The most that the API returns at once, and how many pages are read. */
const MOST_ROWS = 10_000
const MOST_PAGES = 30
const GROUPS = 1_000
const MOST_GROUPS = 10_000
const sorts = ['date_asc', 'date_desc', 'risk_asc', 'risk_desc'] as const

/** Asks listing, summary and groups with one filter. Returns what differs from the oracle. */
export async function compareAnswers(question: Question): Promise<string[]> {
  const matching = question.alerts.filter(matcherOf(question.filters))
  const sort = question.random.pick(sorts)
  const found = [
    await compareListing(question, matching, sort),
    await compareSummary(question, matching),
    await compareGroups(question, matching, sort),
  ]
  return found.flatMap((differs) => (differs === undefined ? [] : [`${queryOf(question.filters)}: ${differs}`]))
}

/** First page, last page and three random ones, and the total. */
async function compareListing(
  { asker, base, filters, random }: Question,
  matching: readonly KnownAlert[],
  sort: string,
): Promise<string | undefined> {
  const wanted = inOrder(matching, sort).map(({ uuid }) => uuid)
  const limit = Math.min(MOST_ROWS, Math.max(7, Math.ceil(wanted.length / (5 + random.below(20)))))
  const pages = Math.min(MOST_PAGES, Math.max(1, Math.ceil(wanted.length / limit)))
  const looked = new Set([0, pages - 1, random.below(pages), random.below(pages), random.below(pages)])
  let next: string | undefined = `/api/alerts?${queryOf({ ...filters, sort_by: sort, limit, total: 'exact' })}`
  for (let page = 0; page < pages; page++) {
    if (next === undefined) return `listing ends after ${page} of ${pages} pages`
    const answer = await must<{ uuid: string }[]>(asker, base, next)
    const total = Number(answer.headers['total-count'])
    if (page === 0 && total !== wanted.length) return `listing: total ${total} for ${wanted.length}`
    const rows = answer.body.map(({ uuid }) => uuid)
    if (looked.has(page) && !isDeepStrictEqual(rows, wanted.slice(page * limit, (page + 1) * limit)))
      return `listing by ${sort}: page ${page} of ${limit} differs`
    next = nextOf(answer)
  }
  if (pages < MOST_PAGES) return next === undefined ? undefined : `listing has more than ${pages} pages`
  // The end of a long listing is the beginning of the opposite one.
  const opposite = sort.endsWith('asc') ? sort.replace('asc', 'desc') : sort.replace('desc', 'asc')
  const path = `/api/alerts?${queryOf({ ...filters, sort_by: opposite, limit })}`
  const { body: rows } = await must<{ uuid: string }[]>(asker, base, path)
  const last = rows.map(({ uuid }) => uuid).toReversed()
  return isDeepStrictEqual(last, wanted.slice(-limit)) ? undefined : `listing by ${sort}: the end differs`
}

/** Total, division, bars and most frequent values. */
async function compareSummary(
  { asker, base, filters, random }: Question,
  matching: readonly KnownAlert[],
): Promise<string | undefined> {
  const by = random.pick(['severity', 'type'])
  const top = topFields.filter(() => random.below(3) === 0)
  const query = queryOf({
    ...filters,
    by,
    ...(top.length > 0 && { top: top.join(','), top_size: 1 + random.below(20) }),
  })
  const { body } = await must<Summary>(asker, base, `/api/alerts/summary?${query}`)
  const { total, counts, buckets, interval } = body
  const expected = expectedSummary(matching, by, interval)
  if (total !== expected.total) return `summary: total ${total} for ${expected.total}`
  if (!isDeepStrictEqual(counts, expected.counts)) return `summary by ${by} differs`
  if (!isDeepStrictEqual(buckets, expected.buckets)) return `histogram by ${by} in ${interval} differs`
  for (const field of top) {
    const list = body.top[field]
    if (!list) return `summary: no ${field}`
    const wrong = wrongTop(matching, field, list)
    if (wrong !== undefined) return `summary: ${wrong}`
  }
  return undefined
}

/** All groups that can be reached, with their counts. */
async function compareGroups(
  { asker, base, filters }: Question,
  matching: readonly KnownAlert[],
  sort: string,
): Promise<string | undefined> {
  const wanted = expectedGroups(matching, sort).slice(0, MOST_GROUPS)
  const found: Group[] = []
  let next: string | undefined = `/api/alerts/groups?${queryOf({ ...filters, sort_by: sort, limit: GROUPS })}`
  while (next !== undefined) {
    const answer: Answered<(Omit<Group, 'uuid'> & { alert: { uuid: string } })[]> = await must(asker, base, next)
    for (const { count, first, last, risk, alert } of answer.body)
      found.push({ count, first, last, risk, uuid: alert.uuid })
    next = nextOf(answer)
  }
  if (isDeepStrictEqual(found, wanted)) return undefined
  const at = wanted.findIndex((group, turn) => !isDeepStrictEqual(group, found[turn]))
  const [one, other] = [found[at], wanted[at]].map((group) => JSON.stringify(group))
  return `groups by ${sort}: ${found.length} for ${wanted.length}; ${one} for ${other}`
}

async function must<T>(asker: Asker, base: string, path: string): Promise<Answered<T>> {
  const answer = await asker.ask<T>(base, path)
  if (answer.status !== 200) throw new Error(`${path}: ${answer.status} ${JSON.stringify(answer.body)}`)
  return answer
}
