import { readFileSync } from 'node:fs'
import { join } from 'node:path'

const PROBE = 'watchpost-probe.service'

/** A unit as its package installs it. That of the probe is also installed by hand, with other paths and groups. */
export function readUnit(root: string, name: string): string {
  if (name !== PROBE) return readFileSync(join(root, 'deploy/systemd', name), 'utf8')
  return readFileSync(join(root, 'deploy/probe', name), 'utf8')
    .replace('ExecStart=/usr/local/bin/', 'ExecStart=/usr/bin/')
    .replace('# Who may read the EVE file.\nSupplementaryGroups=suricata\n', '')
}
