import { join } from 'node:path'
import { waitUntil } from '@watchpost/servers'
import { createApiClient } from '../../../harness/api-client.ts'
import { createMetricsClient } from '../../../metrics/metrics-client.ts'
import { createNetdata } from '../../../metrics/receivers/netdata.ts'
import { APPLIANCE, OTHER } from '../machine/machine-network.ts'

/**
 * Runs a Netdata parent on the other machine, has the appliance stream to it, and prints as JSON which of the wanted
 * charts arrive with values. The argument is a folder with ca.pem and admin.json.
 */
const KEY = '7f3c1a52-9d0e-4a6b-8c21-5e4f6a7b8c9d'
const PORT = 19_999
const WITHIN_MS = 60_000
const WANTED = ['watchpost.events', 'watchpost.roles', 'watchpost.memory', 'system.cpu']
const [folder = ''] = process.argv.slice(2)

const api = createApiClient(folder, `https://${APPLIANCE.address}:8443`, APPLIANCE.name)
await api.login()
const parent = createNetdata(join(folder, 'netdata'), PORT, OTHER.address)
parent.allowKeys(KEY)
await parent.start()
const shown = new Set<string>()
try {
  await createMetricsClient(api).put({ enabled: true, ip: OTHER.address, port: PORT, iface: 'eth0', key: KEY })
  await waitUntil(() => areShown().catch(() => false), { withinMs: WITHIN_MS, everyMs: 1_000 })
  await createMetricsClient(api).put({ enabled: false })
} finally {
  await parent.stop()
  api.close()
}
console.log(JSON.stringify({ shown: [...shown], missing: WANTED.filter((chart) => !shown.has(chart)) }))

async function areShown(): Promise<boolean> {
  const host = (await parent.hosts()).find(({ reachable }) => reachable)
  if (!host) return false
  for (const chart of WANTED) {
    const { rows } = await parent.data(host.hostname, chart, 30)
    if (rows.some((row) => row.slice(1).some((value) => value !== null))) shown.add(chart)
  }
  return shown.size === WANTED.length
}
