import type { Logger } from './logger.ts'

export interface WatchOptions<T> {
  /** Delay between an answer and the next request. */
  everyMs?: number
  /** Called with each answer before it becomes visible; if it throws, the answer counts as a failure. */
  onAnswer?(answer: T): void
  now?(): number
}

export interface Watch<T> {
  name: string
  /** Polls once, and then continues in the background. */
  start(): Promise<void>
  stop(): void
  /** The last answer, however old; undefined before the first one. */
  newest(): T | undefined
  isFailing(): boolean
  /** Seconds since the last answer, or since the start. */
  ageSeconds(): number
  /** Polls now. Throws if there is no answer. */
  ask(): Promise<T>
}

/**
 * Polls and keeps the newest answer, so that callers never wait for one. On a failure the last answer stays, and both
 * the loss and the return are logged, once each.
 */
export function createWatch<T>(
  subject: string,
  question: () => Promise<T>,
  logger: Pick<Logger, 'info' | 'warn'>,
  { everyMs = 2_000, onAnswer, now = performance.now.bind(performance) }: WatchOptions<T> = {},
): Watch<T> {
  let newest: T | undefined
  let answeredAt = now()
  let timer: NodeJS.Timeout | undefined
  let isFailing = false
  let isStopped = false

  async function ask(): Promise<T> {
    const answer = await question()
    onAnswer?.(answer)
    newest = answer
    answeredAt = now()
    if (isFailing) logger.info({ subject }, 'watched again')
    isFailing = false
    return answer
  }

  async function look(): Promise<void> {
    try {
      await ask()
    } catch (error) {
      if (!isFailing) logger.warn({ subject, err: error }, 'not watched at the moment')
      isFailing = true
    }
  }

  function plan(): void {
    if (!isStopped) timer = setTimeout(() => void look().then(plan), everyMs)
  }

  return {
    name: `watch on ${subject}`,
    newest: () => newest,
    isFailing: () => isFailing,
    ageSeconds: () => (now() - answeredAt) / 1_000,
    ask,
    async start(): Promise<void> {
      await look()
      plan()
    },
    stop(): void {
      isStopped = true
      clearTimeout(timer)
    },
  }
}
