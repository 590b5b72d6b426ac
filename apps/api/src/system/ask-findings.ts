import type { Finding } from './health-service.ts'

/** The first request waits until the doctor has started; later ones are answered at once. */
const withinMs = 25_000

/** Asks the supervisor on this machine for its findings about every part. */
export function createAskFindings(supervisor: string) {
  return async (): Promise<Finding[]> => {
    const response = await fetch(`${supervisor}/findings`, { signal: AbortSignal.timeout(withinMs) })
    if (!response.ok) throw new Error(`the supervisor answered ${response.status}: ${await response.text()}`)
    return (await response.json()) as Finding[]
  }
}
