import type { Finding } from './health-service.ts'

/** The first who asks waits until the doctor has started; later ones are told at once. */
const withinMs = 25_000

/** What the supervisor on this machine finds when it looks at every part. */
export function createAskFindings(supervisor: string) {
  return async (): Promise<Finding[]> => {
    const response = await fetch(`${supervisor}/findings`, { signal: AbortSignal.timeout(withinMs) })
    if (!response.ok) throw new Error(`the supervisor answered ${response.status}: ${await response.text()}`)
    return (await response.json()) as Finding[]
  }
}
