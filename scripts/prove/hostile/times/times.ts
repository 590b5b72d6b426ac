import { execFileSync } from 'node:child_process'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { ProofStack } from '../../harness/stack/proof-stack.ts'
import type { Report } from '../../harness/report.ts'
import { createExportClient } from '../../syslog/export-client.ts'
import { makeCertificates } from '../../syslog/receivers/make-certificates.ts'
import { readReceived } from '../../syslog/receivers/received.ts'
import { createRsyslog, type Receiver } from '../../syslog/receivers/receivers.ts'
import { compare } from '../../syslog/same-events.ts'
import { storedDigests } from '../../syslog/stored-digests.ts'
import { checkClusters, checkCounted, checkNewestFirst, readCounts } from './check-shown.ts'
import { checkSearches, checkStored, storedOf } from './check-stored.ts'
import { type ClaimedEvent, control, honest, hostileEvents } from './claimed-events.ts'
import { createTimeSender, type SentEvent, type TimeSender } from './time-sender.ts'

/** Unpacks the receivers into the cache. */
const installer = join(import.meta.dirname, '../../syslog/install-receivers')
const EXPORT = 90
const EXPORTED_WITHIN_MS = 120_000
/** Services apply a changed setting within 2 seconds. */
const FOLLOWED_MS = 3_000
const WIDER_MINUTES = 180

/**
 * Events with impossible times are stored, searchable and exported with their arrival time, keep the claimed time, are
 * shown as such, count once, and do not affect the order of others. Runs on any stack with a probe.
 */
export async function proveTimes({ proof, report }: { proof: ProofStack; report: Report }): Promise<void> {
  const { stack, api } = proof
  execFileSync(installer, { stdio: 'inherit' })
  const folder = join(stack.folder.root, 'times')
  rmSync(folder, { recursive: true, force: true })
  const port = stack.state.config.apiPort + 2_090
  const receiver = createRsyslog(folder, makeCertificates(join(folder, 'pki')), [port, port + 1])
  const exports = createExportClient(api)
  const sender = await createTimeSender(stack)
  await receiver.start()
  try {
    await exports.put(EXPORT, { general: { hostname: '127.0.0.1', port, max_message_bytes: 262_144 }, filters: {} })
    const before = await readCounts(stack, api, sender.probeId)

    const hostile = await sender.send(hostileEvents(Date.now()))
    await sleep(50)
    const newest = await sendOne(sender, honest(Date.now()))
    const stored = await storedOf(api, sender.stream, hostile.length + 1)
    checkStored(report, [...hostile, newest], stored)
    await checkSearches(report, api, sender.stream, hostile)
    await checkNewestFirst(report, api, hostile, newest)
    await checkClusters(report, api, [...hostile, newest])

    await checkResend(proof, report, sender, hostile)
    await checkCounted(report, { stack, api, probeId: sender.probeId }, hostile, before)
    const others = await checkBounds(proof, report, sender)
    await exports.caughtUp(EXPORT, EXPORTED_WITHIN_MS)
    await checkExported(proof, report, receiver, [...hostile, newest, ...others])
  } finally {
    await exports.remove(EXPORT).catch(() => undefined)
    await receiver.stop()
    await sender.close()
  }
}

async function sendOne(sender: TimeSender, event: ClaimedEvent): Promise<SentEvent> {
  const [sent] = await sender.send([event])
  if (!sent) throw new Error('nothing was sent')
  return sent
}

/** Events that are sent again keep their first arrival time. A later event shows that they were read. */
async function checkResend(
  { api }: ProofStack,
  report: Report,
  sender: TimeSender,
  hostile: readonly SentEvent[],
): Promise<void> {
  await sleep(1_100)
  await sender.resend(hostile)
  const last = await sendOne(sender, honest(Date.now(), 'honest, behind a resend'))
  const stored = await storedOf(api, sender.stream, last.sequence + 1)
  const moved = hostile.filter(({ id, to }) => Date.parse(String(stored.get(id)?.['@timestamp'])) > to)
  const isSame = stored.size === last.sequence + 1 && moved.length === 0
  report.check('a resend adds nothing and changes no time', isSame, `${stored.size} stored, ${moved.length} moved`)
}

/** A time almost too far ahead is accepted. The limit is the setting's value when an event arrives. */
async function checkBounds({ api }: ProofStack, report: Report, sender: TimeSender): Promise<SentEvent[]> {
  const close = await sendOne(sender, control(Date.now()))
  const change = async (minutes: number) => {
    const { status } = await api.send('PATCH', '/api/settings', { clock_ahead_minutes: minutes })
    if (status !== 200) throw new Error(`the settings could not be changed: ${status}`)
    await sleep(FOLLOWED_MS)
  }
  const [far] = hostileEvents(Date.now()).filter(({ name }) => name === '61 minutes ahead')
  if (!far) throw new Error('there is no such event')
  await change(WIDER_MINUTES)
  const allowed = await sendOne(sender, { ...far, name: '61 minutes ahead, with 180 allowed', fault: undefined })
  await change(60)
  const refused = await sendOne(sender, { ...far, name: '61 minutes ahead, with 60 again' })
  const stored = await storedOf(api, sender.stream, refused.sequence + 1)
  checkStored(report, [close, allowed, refused], stored)
  return [close, allowed, refused]
}

/** The receiver gets each event once, byte for byte as stored. */
async function checkExported(
  proof: ProofStack,
  report: Report,
  receiver: Receiver,
  sent: readonly SentEvent[],
): Promise<void> {
  const ids = new Set(sent.map(({ id }) => id))
  const [stored, received] = [await storedDigests(proof, ids), await readReceived(receiver)]
  const ours = new Map([...received].filter(([id]) => ids.has(id)))
  const { missing, repeated, altered, broken } = compare(ids, ours, stored)
  const detail = `${ours.size} of ${ids.size}, ${missing} missing, ${repeated} repeated, ${altered} altered, ${broken} not whole`
  report.check(
    'rsyslog has each once, to the byte as it is stored',
    missing + repeated + altered + broken === 0,
    detail,
  )
}
