import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { createApiClient } from '../../../harness/api-client.ts'
import { APPLIANCE } from '../../packages/machine/machine-network.ts'

interface SystemHealth {
  level: string
  findings: { part: string; level: string; says: string }[]
}

/**
 * Signs in as the first administrator, sets another password if it is the first one, waits for an alert, and prints what
 * it found as one JSON object. It is a process of its own, because it runs in the network of the containers. The arguments
 * are a folder with ca.pem and admin.json, and the IP address of the API.
 */
const WITHIN_MS = 240_000
const NEW_PASSWORD = 'first-alert-of-the-containers'
const [folder = '', address = APPLIANCE.address] = process.argv.slice(2)
const file = join(folder, 'admin.json')
const end = Date.now() + WITHIN_MS
const api = createApiClient(folder, `https://${address}:8443`, APPLIANCE.name)

await signIn()
let alerts: { name: string }[] = []
for (; alerts.length === 0 && Date.now() < end; await sleep(250)) {
  // After a start, the indexes are not open yet.
  const listed = await api.send<typeof alerts>('GET', '/api/alerts?limit=10')
  if (listed.status === 200) alerts = listed.body
}
const { level, findings } = await api.must<SystemHealth>('GET', '/api/system/health')
api.close()
const worries = findings.filter((finding) => finding.level !== 'good').map(({ part, says }) => `${part}: ${says}`)
const name = alerts[0]?.name ?? ''
console.log(JSON.stringify({ alerts: alerts.length, name, health: level, findings: findings.length, worries }))

async function signIn(): Promise<void> {
  const admin = JSON.parse(readFileSync(file, 'utf8')) as { username: string; password: string }
  for (;;) {
    try {
      await api.login()
      break
    } catch (error) {
      // The port is published before the API listens.
      if (Date.now() > end) throw error
      await sleep(250)
    }
  }
  if (admin.password === NEW_PASSWORD) return
  await api.must('POST', '/api/auth/password', { current_password: admin.password, new_password: NEW_PASSWORD })
  writeFileSync(file, JSON.stringify({ ...admin, password: NEW_PASSWORD }))
  await api.login()
}
