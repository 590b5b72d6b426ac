import { execFileSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { Stack } from '../../../stack/stack.ts'
import type { ApiClient } from '../../harness/api-client.ts'
import type { Report } from '../../harness/report.ts'

const UNPRIVILEGED = 65_534

/** The first password opens nothing until it is changed; exports to this machine are refused; files are closed. */
export async function proveDefaults(report: Report, { folder }: Stack, api: ApiClient): Promise<void> {
  const early = await api.send<{ type?: string }>('POST', '/api/data/es/search', {})
  const isHeld = early.status === 403 && String(early.body.type).includes('password-change-needed')
  report.check('the first password has to be changed', isHeld, `search before that: ${early.status}`)
  const { password } = JSON.parse(readFileSync(folder.admin, 'utf8')) as { password: string }
  const changed = { current_password: password, new_password: randomBytes(24).toString('base64url') }
  await api.must('POST', '/api/auth/password', changed)

  const general = { enabled: true, hostname: '127.0.0.1', port: 514 }
  const { status } = await api.send('PUT', '/api/exports/syslog/1/general', general)
  report.check('exports to loopback are refused', status === 422, `answer ${status}`)

  if (process.getuid?.() !== 0) return
  const files = [folder.environment, folder.admin, `${folder.secrets}/log-gateway-password`, folder.serversTls]
  const open = files.filter((path) => isReadable(path))
  report.check('another local user can read neither settings nor secrets', open.length === 0, open.join(' '))
}

function isReadable(path: string): boolean {
  try {
    execFileSync('cat', [path], { uid: UNPRIVILEGED, gid: UNPRIVILEGED, stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}
