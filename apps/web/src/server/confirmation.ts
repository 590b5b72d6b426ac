import { createStore, type Readable } from '../kit/state/store.ts'

type Send = (url: string, init: RequestInit) => Promise<Response>

/** A question for the password that waits for an answer. */
export interface Confirmation {
  /** Asks; true once the password was given, false if someone thought better of it. */
  ask(): Promise<boolean>
  answer(isGiven: boolean): void
  isAsking: Readable<boolean>
}

/** One question at a time: calls that need it in the meantime share its answer. */
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

/** Sends, and when the appliance wants the password again first, asks for it and sends once more. */
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
