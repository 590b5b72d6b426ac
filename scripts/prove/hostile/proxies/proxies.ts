import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Report } from '../../harness/report.ts'
import { proveHaproxy } from './haproxy.ts'
import { proveNginx } from './nginx.ts'

/**
 * Debian's HAProxy and nginx in front of the API and the gateway: the appliance sees the IP addresses of their clients
 * and trusts no other sender. The servers are ours, with in-memory stores.
 */
export async function proveProxies({ report }: { report: Report }): Promise<void> {
  const dir = mkdtempSync(join(tmpdir(), 'proxies-'))
  try {
    await proveHaproxy(dir, report)
    await proveNginx(dir, report)
  } finally {
    rmSync(dir, { recursive: true, force: true })
  }
}
