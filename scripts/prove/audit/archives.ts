import { readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createAuditTrailStore } from '@watchpost/store'
import type { Stack } from '../../stack/stack.ts'
import type { Report } from '../harness/report.ts'
import { connectSuperuser, watchpost } from './database.ts'
import { fillAudit } from './fill.ts'
import { allSigned } from './signed.ts'

/**
 * Old rows move from the database to a file. They verify together with the remaining rows, and an altered file is
 * detected.
 */
export async function proveArchives(stack: Stack, report: Report): Promise<void> {
  const owner = connectSuperuser(stack)
  try {
    await fillAudit(owner, { changes: 1_000, entries: 5_000, endsDaysAgo: 40 })
    await allSigned(stack, owner)
    await fillAudit(owner, { changes: 1_000, entries: 5_000, endsDaysAgo: 20 })
    await allSigned(stack, owner)
    const before = await createAuditTrailStore(owner).head()
    const archived = await watchpost(stack, ['audit', 'archive', '--older-than', '30'])
    const whole = await watchpost(stack, ['audit', 'verify'])
    const { lastId: beginning } = await createAuditTrailStore(owner).beginning()
    const { audit: folder } = stack.folder
    const [file = ''] = readdirSync(folder).filter((name) => name.endsWith('.zst'))
    report.figure('archived_rows', beginning)
    report.check(
      'old rows are moved into a file, and verify together with what remains',
      archived.code === 0 && beginning >= 1_000 && beginning < before.lastId && whole.code === 0,
      `${archived.said.trim()}; ${whole.said.trim().split('\n').at(-1)}`,
    )

    const path = join(folder, file)
    const bytes = readFileSync(path)
    const bent = Buffer.from(bytes)
    bent[bent.length >> 1] = (bent[bent.length >> 1] ?? 0) ^ 1
    writeFileSync(path, bent)
    const broken = await watchpost(stack, ['audit', 'verify'])
    writeFileSync(path, bytes)
    renameSync(path, `${path}.elsewhere`)
    const elsewhere = await watchpost(stack, ['audit', 'verify'])
    renameSync(`${path}.elsewhere`, path)
    report.check(
      'a file that was changed is found; one that lies elsewhere is told, and the chain still links',
      broken.code === 1 && elsewhere.code === 0 && elsewhere.said.includes('is not here'),
      `${broken.code}, then ${elsewhere.code}`,
    )
    const page = await (await fetch(`http://127.0.0.1:${stack.state.config.internalPort}/metrics`)).text()
    const told = /^watchpost_audit_broken\S* (\d)$/m.exec(page)?.[1]
    report.check(
      'the API that ran in the meantime found nothing broken',
      told === '0',
      `watchpost_audit_broken ${told}`,
    )
  } finally {
    await owner.close()
  }
}
