import { createStore, type Readable } from '../kit/state/store.ts'

type Send = (url: string, init: RequestInit) => Promise<Response>

/** Asks the user to confirm the password. */
export interface Confirmation {
  /** Resolves to true once the password was confirmed, or to false if the user cancelled. */
  ask(): Promise<boolean>
  answer(isGiven: boolean): void
  isAsking: Readable<boolean>
}

/** Asks once at a time: concurrent calls share the answer. */
export function createConfirmation(): Confirmation {
  let asked: { answer: Promise<boolean>; resolve: (isGiven: boolean) => void } | undefined
  const isAsking = createStore(() => false)
  return {
    ask() {
      if (!asked) {
        const { promise, resolve } = Promise.withResolvers<boolean>()
        asked = { answer: promise, resolve }
        isAsking.set(true)
      }
      return asked.answer
    },
    answer(isGiven) {
      const question = asked
      asked = undefined
      isAsking.set(false)
      question?.resolve(isGiven)
    },
    isAsking,
  }
}

/** Sends a request. If the API requires a recent password confirmation, asks for it and sends the request again. */
export function withConfirmation(send: Send, confirmation: Pick<Confirmation, 'ask'>): Send {
  return async (url, init) => {
    const response = await send(url, init)
    if (response.status !== 403) return response
    const problem: unknown = await response
      .clone()
      .json()
      .catch(() => undefined)
    if (!isConfirmationNeeded(problem)) return response
    return (await confirmation.ask()) ? send(url, init) : response
  }
}

function isConfirmationNeeded(problem: unknown): boolean {
  return (
    typeof problem === 'object' &&
    problem !== null &&
    'type' in problem &&
    problem.type === '/problems/confirmation-needed'
  )
}
