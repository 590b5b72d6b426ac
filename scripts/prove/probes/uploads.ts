import { hash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { createContentStore, createDiskObjects } from '@watchpost/files'
import { loadConfig } from '@watchpost/runtime'
import { createSealer, SecretsConfig } from '@watchpost/secrets'
import { waitUntil } from '@watchpost/servers'
import { createSealedSecretStore, fileKeyName, type Store } from '@watchpost/store'
import { Type } from 'typebox'
import type { Stack } from '../../stack/stack.ts'
import type { Report } from '../harness/report.ts'
import { connectToStore } from '../harness/stack/connect-to-store.ts'
import { killService } from '../harness/stack/kill-service.ts'
import type { Agent } from './agents/agent.ts'

const KILLS = 3
const BETWEEN_MS = 300

export interface UploadsToCheck {
  /** The folder of the sensor. */
  folder: string
  probeId: number
  patienceMs: number
}

/** Kills agent and gateway while files are uploaded. */
export async function breakUploads({ folder }: Stack, agent: Agent, report: Report): Promise<void> {
  report.step(`${KILLS} times kill -9 of the agent and of the gateway`)
  for (let kill = 0; kill < KILLS; kill++) {
    await agent.kill9()
    await agent.start()
    await sleep(BETWEEN_MS)
    await killService(folder, 'gateway')
    await sleep(BETWEEN_MS)
  }
}

/** Every file that Suricata stored is stored once, readable and identical, and nothing else is. */
export async function checkUploads(
  stack: Stack,
  { folder, probeId, patienceMs }: UploadsToCheck,
  report: Report,
): Promise<void> {
  const written = filesIn(join(folder, 'filestore'))
  const store = connectToStore(stack)
  try {
    const rows = () => store.db.selectFrom('file').select(['sha256', 'size', 'content_id']).execute()
    const isThere = await waitUntil(async () => (await rows()).length >= written.size, { withinMs: patienceMs })
    const files = await rows()
    const contents = createContentStore(createDiskObjects(stack.folder.files), await fileKeyOf(stack, store))
    let wrong = 0
    for (const { sha256, size, content_id } of files) {
      const name = sha256.toString('hex')
      if (written.get(name) !== size || !(await contents.digest(content_id, size)).equals(sha256)) wrong++
    }
    report.check(
      'every file that Suricata stored is uploaded once, and its content is the same',
      isThere && wrong === 0 && files.length === written.size && written.size > 0,
      `${files.length} of ${written.size}, ${wrong} wrong`,
    )
    const large = [...written.values()].filter((size) => size > 1024 ** 2).length
    report.check('some of them in several pieces', large > 0, `${large}`)
    const states = await store.db.selectFrom('probe_file').select('state').where('probe_id', '=', probeId).execute()
    const isKnown = states.length === written.size && states.every(({ state }) => state === 'stored')
    report.check('the appliance knows what the probe uploaded', isKnown, `${states.length}`)
    await checkFolder(stack, store, report)
    report.figure('suricata_files', written.size)
  } finally {
    await store.close()
  }
}

/** Nothing is left on the disk that no row refers to, and nothing is readable as it is. */
async function checkFolder({ folder }: Stack, store: Store, report: Report): Promise<void> {
  const expected = async () => {
    const kept = await store.db.selectFrom('file').select('content_id').execute()
    return new Set(kept.map(({ content_id }) => content_id))
  }
  const present = () => readdirSync(folder.files).flatMap((part) => readdirSync(join(folder.files, part)))
  const isClean = async () => {
    const kept = await expected()
    return present().length === kept.size && present().every((name) => kept.has(name))
  }
  const isHeld = await waitUntil(isClean, { withinMs: 30_000 })
  report.check('no interrupted upload is left on the disk', isHeld, `${present().length} of ${(await expected()).size}`)
  const pieces = readdirSync(folder.files, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
  const isReadable = pieces.some((entry) =>
    readFileSync(join(entry.parentPath, entry.name)).includes('WATCHPOST-PROOF-BAD-FILE'),
  )
  report.check('no content is readable on the disk', pieces.length > 0 && !isReadable)
}

/** Size by SHA-256. A name that is not the hash of its content would be an error of the sensor. */
function filesIn(folder: string): Map<string, number> {
  const found = new Map<string, number>()
  for (const part of readdirSync(folder).filter((name) => /^[0-9a-f]{2}$/.test(name))) {
    for (const name of readdirSync(join(folder, part))) {
      const content = readFileSync(join(folder, part, name))
      if (hash('sha256', content, 'hex') !== name) throw new Error(`Suricata stored ${name} with another content`)
      found.set(name, content.length)
    }
  }
  return found
}

async function fileKeyOf({ folder }: Stack, store: Store): Promise<Buffer> {
  const { secrets } = loadConfig(Type.Object({ secrets: SecretsConfig }), {
    WATCHPOST_CONFIG_FILE: folder.environment,
  })
  const key = await createSealedSecretStore(store, createSealer(secrets.keyFile)).read(fileKeyName)
  if (key === 'absent') throw new Error('this stack has no key for files')
  return key
}
