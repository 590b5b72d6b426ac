/** One API response as recorded in a browser. */
export interface RecordedAnswer {
  method: string
  /** Path and query. */
  url: string
  /** The request body as sent. */
  sent: string | null
  status: number
  headers: Record<string, string>
  /** The response body. */
  text: string
}

export interface Recording {
  recordedAt: string
  answers: RecordedAnswer[]
}

type Asked = Pick<RecordedAnswer, 'method' | 'url' | 'sent'>

const TIME = /\d{4}-\d\d-\d\dT\d\d(:|%3A)\d\d(:|%3A)\d\d(\.\d+)?(Z|\+00:00)?/gi
/** Milliseconds since 1970, the format of aggregation keys. */
const MILLISECONDS = /\b1[789]\d{11}\b/g

/** The recorded response for this exact request or, if there is none, for the most similar one. */
export function findAnswer(answers: readonly RecordedAnswer[], asked: Asked): RecordedAnswer | undefined {
  const ofMethod = answers.filter(({ method }) => method === asked.method)
  return (
    ofMethod.find((each) => keyOf(each) === keyOf(asked)) ??
    mostSimilar(ofMethod, asked, ({ url }) => pathOf(url)) ??
    mostSimilar(ofMethod, asked, ({ url }) => shapeOf(url))
  )
}

/** Of the answers in the same group as the request, the one whose URL and body share most words with it. */
function mostSimilar(
  answers: readonly RecordedAnswer[],
  asked: Asked,
  groupOf: (request: Asked) => string,
): RecordedAnswer | undefined {
  const words = wordsOf(asked)
  return answers
    .filter((each) => groupOf(each) === groupOf(asked))
    .map((answer) => ({ answer, share: sharedOf(words, wordsOf(answer)) }))
    .toSorted((one, other) => other.share - one.share)[0]?.answer
}

function wordsOf(request: Asked): Set<string> {
  return new Set(keyOf(request).split(/[^\w.*]+/))
}

/** The number of common words relative to all words of both. */
function sharedOf(one: Set<string>, other: Set<string>): number {
  return one.intersection(other).size / one.union(other).size
}

/** Moves every time in a text by whole seconds and keeps its format. */
export function moveTimes(text: string, byMs: number): string {
  return text
    .replaceAll(TIME, (time, _hours, _minutes, fraction = '', zone = '') => {
      const at = Date.parse(`${time.slice(0, 19)}Z`)
      return Number.isNaN(at) ? time : `${new Date(at + byMs).toISOString().slice(0, 19)}${fraction}${zone}`
    })
    .replaceAll(MILLISECONDS, (time) => String(Number(time) + byMs))
}

/** Two requests that differ only in their times have the same key. */
export function keyOf({ method, url, sent }: Asked): string {
  return withoutTimes(`${method} ${url} ${sent ?? ''}`)
}

function withoutTimes(text: string): string {
  return text.replaceAll(TIME, '*').replaceAll(MILLISECONDS, '*')
}

function pathOf(url: string): string {
  return url.split('?', 1)[0] ?? ''
}

/** Two requests for `/api/alerts/…` have the same shape, whichever alert they read. */
function shapeOf(url: string): string {
  return pathOf(url).replaceAll(/\/[^/]*\d[^/]*/g, '/*')
}
