import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { waitUntil } from '@watchpost/servers'
import type { ApiClient } from '../../harness/api-client.ts'
import type { Report } from '../../harness/report.ts'
import { createAgent, enrolAgent } from '../agents/agent.ts'
import { startEveWriter } from '../agents/eve-writer.ts'
import { compareLines, countOfProbe } from '../found-lines.ts'
import type { ProbeClient } from '../probe-client.ts'

const PER_SECOND = 200
const RENEWED_WITHIN_MS = 240_000
const NUMBER = 88

/** An agent that sends continuously while its short-lived certificates are renewed. */
export async function startRenewal(
  probes: ProbeClient,
  { dir, gateway, seed }: { dir: string; gateway: string; seed: number },
) {
  const agent = createAgent({ dir, appliance: gateway, fqdn: 'renewal.example.test' })
  const id = await enrolAgent(agent, probes)
  const digests = join(dir, 'digests')
  await agent.start()
  const writer = startEveWriter({
    files: [{ eve: agent.eve, digests, number: NUMBER }],
    seed,
    atLeast: PER_SECOND,
    perSecond: PER_SECOND,
    rotations: 0,
  })
  const seen = new Set<string>()
  const end = new AbortController()
  const watching = (async () => {
    while (!end.signal.aborted) {
      const { certificate } = await probes.find(id).catch(() => ({ certificate: null }))
      if (certificate) seen.add(certificate.fingerprint_sha256)
      await sleep(500)
    }
  })()

  return {
    async finish(api: ApiClient, report: Report, renewals: number): Promise<void> {
      report.step(`waiting for ${renewals} renewals`)
      await waitUntil(() => seen.size > renewals, { withinMs: RENEWED_WITHIN_MS })
      const { lines } = await writer.finish()
      await waitUntil(async () => (await countOfProbe(api, id)) >= lines, { withinMs: 60_000 })
      const { found, missing, surplus } = await compareLines(api, id, digests)
      report.figure('renewals', seen.size - 1)
      report.check('certificates are renewed while events are sent', seen.size > renewals, `${seen.size - 1} times`)
      report.check(
        'renewing loses nothing and repeats nothing',
        found === lines && missing + surplus === 0,
        `${found} of ${lines}, ${missing} missing, ${surplus} too many`,
      )
    },
    async stop(): Promise<void> {
      end.abort()
      writer.kill()
      await watching
      await agent.stop()
    },
  }
}
