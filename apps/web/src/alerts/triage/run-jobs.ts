import type { AlertJob, NewAlertJob } from '@watchpost/contract'
import type { Client } from '@watchpost/sdk'

const LOOK_MS = 400

/** Whether the job, or its undo, has work left. */
export function isUnfinished({ state }: AlertJob): boolean {
  return state === 'running' || state === 'undoing'
}

/** Starts jobs one after another and waits for their ends. An undo of one stops the rest. */
export async function runJobs(
  client: Client,
  bodies: readonly NewAlertJob[],
  onStarted: () => void,
): Promise<AlertJob[]> {
  const jobs: AlertJob[] = []
  for (const body of bodies) {
    const started = await client.startAlertJob({ body })
    if (isUnfinished(started.body)) onStarted()
    const job = await untilEnded(client, started.body)
    jobs.push(job)
    if (job.undo || job.state === 'failed') break
  }
  return jobs
}

/** Undoes jobs, the newest first, and waits for the end of that. */
export async function undoJobs(client: Client, ids: readonly number[]): Promise<AlertJob[]> {
  const jobs: AlertJob[] = []
  for (const id of ids.toReversed()) {
    const { body } = await client.undoAlertJob({ params: { id } })
    jobs.push(await untilEnded(client, body))
  }
  return jobs
}

async function untilEnded(client: Client, started: AlertJob): Promise<AlertJob> {
  let job = started
  while (isUnfinished(job)) {
    await new Promise((resolve) => setTimeout(resolve, LOOK_MS))
    job = (await client.readAlertJob({ params: { id: job.id } })).body
  }
  return job
}
