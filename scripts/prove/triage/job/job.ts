import { createAsker } from '../../alerts/http.ts'
import type { RunOptions } from '../../command/proof.ts'
import { createChance } from '../../harness/chance.ts'
import { createLoad } from '../../harness/load.ts'
import { quantile } from '../../harness/quantile.ts'
import type { Report } from '../../harness/report.ts'
import { startProofStack } from '../../harness/stack/proof-stack.ts'
import { markAtRandom } from '../filters/mark-some.ts'
import { settleAlerts } from '../settle-alerts.ts'
import { checkClusterCounts } from './cluster-counts.ts'
import { startColleague } from './colleague.ts'
import { exceptionsOf, followJob, type Job } from './follow-job.ts'
import { measureAlone } from './job-alone.ts'
import { killCopies } from './kill-copies.ts'
import { countStatus, readMarks } from './read-marks.ts'

/** 1,500,000 in 20 minutes. */
const LEAST_PER_SECOND = 1_250
const LEAST_INGEST = 0.9
const MOST_CHANGE_MS = 1_000
const some = ['--alert-share=100%', '--late=10%', '--hours=50']

/**
 * One action acknowledges all alerts while copies are killed, events arrive and a colleague closes some of them; then
 * an undo restores what the colleague did not touch.
 */
export async function checkJob(
  report: Report,
  { dir, isSmall, seed, events }: Pick<RunOptions, 'dir' | 'isSmall' | 'seed' | 'events'>,
): Promise<void> {
  const alerts = events ?? (isSmall ? 3_000 : 1_500_000)
  const rate = isSmall ? 100 : 1_000
  const kills = isSmall ? { count: 3, everyMs: 3_000 } : { count: 20, everyMs: 20_000 }
  await using proof = await startProofStack({ dir, copies: ['indexer=2', 'api=2'] })
  const { stack, api } = proof
  const { apiPort, gatewayPort } = stack.state.config
  const bases = [apiPort, apiPort + 100].map((port) => `https://127.0.0.1:${port}`)
  const [base = ''] = bases
  const asker = createAsker(stack.folder.root)
  await asker.login(base)
  const gateway = `https://127.0.0.1:${gatewayPort}`
  const random = createChance(seed)

  report.step(`${alerts} alerts, some of them marked`)
  const load = createLoad({ stackDir: dir, gateway })
  await load.send(seed, alerts, some)
  await settleAlerts(api, asker, base, { count: alerts, withinMs: 3_600_000 })
  const uuids = [...(await readMarks(asker, base)).keys()]
  const known = uuids.map((uuid) => ({ uuid }) as Parameters<typeof markAtRandom>[0]['alerts'][number])
  await markAtRandom({ asker, base, alerts: known }, random, Math.ceil(alerts / 20))
  await measureAlone(report, asker, bases, stack.folder, { not_type: 'malware_engine' })
  const before = await readMarks(asker, base)

  const paced = createLoad({ stackDir: dir, gateway, rate })
  const perRound = rate * 10
  const aloneStartedAt = performance.now()
  await paced.send(seed + 1, perRound, some)
  const alone = perRound / ((performance.now() - aloneStartedAt) / 1_000)
  await settleAlerts(api, asker, base, { count: alerts + perRound, withinMs: 600_000 })
  const counted = await asker.ask<{ total: number; as_of: string }>(base, '/api/alerts/summary?as_of=now')
  const set = new Set((await readMarks(asker, base)).keys())
  report.check('the count has every alert that was sent', counted.body.total === set.size, `${counted.body.total}`)

  report.step(`one action on ${set.size} alerts, ${kills.count} kill -9, ${rate} events/s`)
  // To close a closed alert is no change, so that the job would not leave it alone.
  const notClosed = [...set].filter((uuid) => !before.get(uuid)?.startsWith('["closed"'))
  const colleague = startColleague(asker, bases, pickSome(notClosed, random, Math.max(20, Math.ceil(alerts / 500))))
  const startedAt = performance.now()
  const change = { status: 'acknowledged', add_tags: ['triaged'] }
  const started = await asker.ask<Job>(base, '/api/alerts/jobs', { filter: {}, as_of: counted.body.as_of, change })
  if (started.status !== 201) throw new Error(`no job: ${started.status} ${JSON.stringify(started.body)}`)
  const { self } = started.body
  let isOver = false
  const ended = followJob(asker, bases, self).finally(() => (isOver = true))
  const besideStartedAt = performance.now()
  const ingest = paced.sendWhile(ended, seed + 100, perRound, perRound, some).then(() => performance.now())
  const killed = killCopies(stack, report, random, kills, () => isOver)
  for (const each of [ingest, killed]) each.catch(() => undefined)
  const job = await ended
  const seconds = (performance.now() - startedAt) / 1_000
  const kill9 = await killed
  const beside = (paced.offered() - perRound) / (((await ingest) - besideStartedAt) / 1_000)
  await colleague.leave()
  await settleAlerts(api, asker, base, { count: alerts + paced.offered(), withinMs: 3_600_000 })

  report.figure('alerts_changed', job.done)
  report.figure('alerts_per_second', job.done / seconds)
  report.figure('kills', kill9)
  report.check(
    `the job has ended, and every alert is accounted for`,
    job.state === 'finished' && job.done + job.skipped + job.changed === set.size && job.missing === 0,
    `${job.done} done, ${job.skipped} skipped, ${job.changed} changed by others of ${set.size}`,
  )
  const p95 = quantile(colleague.times, 0.95)
  const share = beside / alone
  report.figure('colleague_p95_ms', p95)
  report.figure('ingest_kept', share)
  // A small job is over before a killed copy is back: its times say nothing.
  if (!isSmall) {
    const perSecond = job.done / seconds
    report.check(`at least ${LEAST_PER_SECOND} alerts a second`, perSecond >= LEAST_PER_SECOND, perSecond.toFixed(0))
    const changes = `${colleague.times.length} changes, p95 ${p95.toFixed(0)} ms`
    report.check("a colleague's changes take less than a second", p95 < MOST_CHANGE_MS, changes)
    const rates = `${beside.toFixed(0)} of ${alone.toFixed(0)} events/s`
    report.check('ingest keeps its rate', share >= LEAST_INGEST, rates)
  }

  const after = await readMarks(asker, base)
  const left = await exceptionsOf(asker, base, self, 'job')
  const wrong = [...after].filter(([uuid, mark]) => {
    if (!set.has(uuid)) return mark !== JSON.stringify(['open', '', [], null, '', null])
    const [status, , tags] = JSON.parse(mark) as [string, string, string[]]
    if (colleague.closed.has(uuid)) return status !== 'closed' || tags.includes('triaged') === left.has(uuid)
    return status !== 'acknowledged' || !tags.includes('triaged') || left.has(uuid)
  })
  const first = wrong.slice(0, 3).join(' ')
  const about = `${after.size} alerts, ${left.size} left alone, ${wrong.length} wrong ${first}`
  report.check('exactly the counted alerts are changed, except those of the colleague', wrong.length === 0, about)
  const inEngine = await countStatus(asker, base, 'acknowledged')
  const inStore = [...after.values()].filter((mark) => mark.startsWith('["acknowledged"')).length
  report.check('the count by status agrees', inEngine === inStore, `${inEngine} of ${inStore}`)

  // In the small size, the flow tests of clusters show the same in less time.
  if (!isSmall) await checkClusterCounts(report, asker, base, { withinMs: 3_600_000 })

  report.step('undo')
  const undoAt = performance.now()
  await asker.ask(base, `${self}/undo`, {})
  const undone = await followJob(asker, bases, self)
  report.figure('restored_per_second', (undone.undo?.restored ?? 0) / ((performance.now() - undoAt) / 1_000))
  const restored = await readMarks(asker, base)
  const kept = await exceptionsOf(asker, base, self, 'undo')
  const untouched = JSON.stringify(['open', '', [], null, '', null])
  const differing = [...set].filter((uuid) => {
    if (colleague.closed.has(uuid)) return restored.get(uuid) !== after.get(uuid)
    return restored.get(uuid) !== (before.get(uuid) ?? untouched)
  })
  const listed = [...colleague.closed].filter((uuid) => kept.has(uuid) || left.has(uuid)).length
  report.check(
    'the undo restores the exact state before, except what the colleague changed since, which is listed',
    undone.state === 'undone' && differing.length === 0 && listed === colleague.closed.size,
    `${undone.undo?.restored} restored, ${undone.undo?.changed} left alone, ${differing.length} wrong`,
  )
  const { body: rows } = await asker.ask<{ action: string }[]>(
    base,
    `/api/audit?object=${encodeURIComponent(`alert-job/${undone.id}`)}`,
  )
  const actions = rows.map(({ action }) => action).sort()
  const wanted = ['alert-job.end', 'alert-job.start', 'alert-job.undo']
  report.check('the audit has one row for start, end and undo', actions.join() === wanted.join(), actions.join(' '))
  asker.close()
}

function pickSome(uuids: readonly string[], random: ReturnType<typeof createChance>, count: number): string[] {
  return [...new Set(Array.from({ length: count }, () => random.pick(uuids)))]
}
