import { setTimeout as sleep } from 'node:timers/promises'
import { createApiClient } from '../../../harness/api-client.ts'
import { ALL_INDEXES } from '../../../harness/judge.ts'
import { compareLines } from '../../../probes/found-lines.ts'
import { APPLIANCE } from '../machine/machine-network.ts'

interface SystemHealth {
  level: string
  findings: { part: string; level: string; says: string }[]
}

/**
 * Waits for the first alert and for as many events as asked for, and prints what it found as one JSON object. With a
 * file of digests, also compares the events of the first probe with it. It is a process of its own, because it runs in
 * the network of another machine. The arguments are a folder with ca.pem and admin.json, the number of events, and the
 * file.
 */
const WITHIN_MS = 240_000
const [folder = '', wanted = '1', digests] = process.argv.slice(2)
const api = createApiClient(folder, `https://${APPLIANCE.address}:8443`, APPLIANCE.name)

await api.login()
let [alerts, events] = [0, 0]
for (const end = Date.now() + WITHIN_MS; Date.now() < end; await sleep(500)) {
  // After a start, the indexes are not open yet.
  const listed = await api.send<unknown[]>('GET', '/api/alerts?limit=10')
  const counted = await api.send<{ count?: number }>('POST', `/api/data/es/count?index=${ALL_INDEXES}`, {})
  alerts = listed.status === 200 ? listed.body.length : 0
  events = counted.body.count ?? 0
  if (alerts > 0 && events >= Number(wanted)) break
}
const { level, findings } = await api.must<SystemHealth>('GET', '/api/system/health')
const [probe] = await api.must<{ id: number }[]>('GET', '/api/probes')
const comparison = digests !== undefined && probe ? await compareLines(api, probe.id, digests) : undefined
api.close()
const worries = findings.filter((finding) => finding.level !== 'good').map(({ part, says }) => `${part}: ${says}`)
console.log(JSON.stringify({ alerts, events, health: level, findings: findings.length, worries, comparison }))
