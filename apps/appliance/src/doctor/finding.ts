/** The result of checking one part, and what to do about it. */
export interface Finding {
  part: string
  level: 'good' | 'warning' | 'bad'
  says: string
  todo?: string
}

/** One part to check. */
export interface Examination {
  part: string
  /** What to do when the check itself fails. */
  todo: string
  look(): Promise<Finding[]>
}

const LOOK_MS = 15_000

/** Checks all parts in parallel. A failed check is a finding as well; every check has a timeout. */
export async function examine(examinations: readonly Examination[], withinMs = LOOK_MS): Promise<Finding[]> {
  const found = await Promise.all(
    examinations.map(async ({ part, todo, look }): Promise<Finding[]> => {
      try {
        return await within(look(), withinMs)
      } catch (error) {
        return [{ part, level: 'bad', says: wordsOf(error), todo }]
      }
    }),
  )
  return found.flat()
}

function within<T>(work: Promise<T>, milliseconds: number): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`no answer within ${milliseconds / 1_000} s`)), milliseconds)
    work.then(resolve, reject).finally(() => clearTimeout(timer))
  })
}

/** The innermost cause says what happened; the outer errors say which server was queried. */
function wordsOf(error: unknown): string {
  const words: string[] = []
  for (let each: unknown = error; each instanceof Error; each = each.cause) {
    const inner = each instanceof AggregateError ? each.errors.find((one) => one instanceof Error) : undefined
    words.push(each.message || (each as NodeJS.ErrnoException).code || each.name)
    if (inner instanceof Error && inner.message !== each.message) words.push(inner.message)
  }
  return [...new Set(words)].join(': ') || String(error)
}
