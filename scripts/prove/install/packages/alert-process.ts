import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { createApiClient } from '../../harness/api-client.ts'

/**
 * Signs in, after changing the first password if a new one is given, and waits for the first alert. Prints one JSON
 * object. It is a process of its own, because it runs in the network of another machine. The arguments are a folder with
 * ca.pem and admin.json, and the new password.
 */
const WITHIN_MS = 120_000
const [folder = '', password = ''] = process.argv.slice(2)
const api = createApiClient(folder, 'https://127.0.0.1:8443')

if (password) {
  const admin = JSON.parse(readFileSync(join(folder, 'admin.json'), 'utf8')) as { username: string; password: string }
  await api.login()
  await api.must('POST', '/api/auth/password', { current_password: admin.password, new_password: password })
  writeFileSync(join(folder, 'admin.json'), JSON.stringify({ ...admin, password }))
}
await api.login()
let alerts: unknown[] = []
for (const end = Date.now() + WITHIN_MS; Date.now() < end && alerts.length === 0; await sleep(500)) {
  alerts = await api.must<unknown[]>('GET', '/api/alerts?limit=10')
}
const health = await api.must<{ level: string; findings: unknown[] }>('GET', '/api/system/health')
api.close()
console.log(JSON.stringify({ alerts: alerts.length, health: health.level, findings: health.findings.length }))
