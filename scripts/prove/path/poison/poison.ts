import { readFileSync } from 'node:fs'
import { checkVerdict, judge } from '../../harness/judge.ts'
import type { Load } from '../../harness/load.ts'
import { engineUrl, type ProofStack } from '../../harness/stack/proof-stack.ts'
import type { Report } from '../../harness/report.ts'
import { settleByLag } from '../lag/settle-by-lag.ts'
import { createPoisonPipeline } from './engine-pipeline.ts'

const SEED = 400
const SEQUENCE = 17
const MOVES_ON_WITHIN_S = 60
const MESSAGE = 'poisoned by a proof'
/** All of them are stored as network events. */
const SENT = ['--kinds=dns,tls']

interface Letter {
  probe_id: number
  stream: string
  sequence: number
  reason: string
  detail: string
}

/**
 * The engine always answers 5xx for one document: it becomes a dead letter, and its partition continues. For events
 * that passed the pipeline only ids are compared: the engine rewrites their source, which changes the digest of the
 * line.
 */
export async function provePoison(
  { stack, api }: ProofStack,
  load: Load,
  report: Report,
  events: number,
): Promise<void> {
  const pipeline = createPoisonPipeline(engineUrl(stack), MESSAGE)
  await load.send(SEED, events, SENT)
  await settleByLag(stack, api, events, report)
  const probe = Number(idsOf(load.oracles()[0])[0]?.split('-')[0])
  const index = await pipeline.openIndex()
  await pipeline.poison(index, probe, SEQUENCE)
  const status = await pipeline.statusOf(index, `${probe}-${'0'.repeat(32)}-${String(SEQUENCE).padStart(12, '0')}`)
  report.check('the engine answers 5xx for the poisoned document', status >= 500, String(status))

  await load.send(SEED + 1, events, SENT)
  const settled = await settleByLag(stack, api, load.offered() - 1, report)
  report.check('the partition of the poisoned document moves on', settled.isCaughtUp)
  report.checkTime('the partition moves on within 60 s', settled.lagSeconds, MOVES_ON_WITHIN_S)
  const poisoned = idsOf(load.oracles()[1]).find(
    (id) => id.startsWith(`${probe}-`) && id.endsWith(`-${String(SEQUENCE).padStart(12, '0')}`),
  )
  const [healthy = '', mixed = ''] = load.oracles()
  checkVerdict(report, 'events from before are found, whole, once', events, await judge(api, [healthy]))
  const { found, missingIds, repeated, alien } = await judge(api, [mixed])
  report.check(
    'its neighbours are found, once',
    missingIds.join() === poisoned && repeated + alien === 0,
    `${found} of ${events}, ${missingIds.length} missing ${missingIds.slice(0, 3).join(' ')}`,
  )
  const { body: letters } = await api.send<Letter[]>('GET', '/api/dead-letters?reason=refused-by-engine')
  const letter = letters.find(
    ({ probe_id, stream, sequence }) => `${probe_id}-${stream}` === poisoned?.slice(0, -13) && sequence === SEQUENCE,
  )
  report.check(
    'a dead letter states the reason',
    letter?.detail.includes(MESSAGE) === true && letters.length === 1,
    `${letters.length} letters: ${letter?.reason ?? 'none of it'}: ${letter?.detail ?? ''}`,
  )

  await pipeline.heal(index)
  const { status: retried } = await api.send('POST', '/api/dead-letters/retry', {})
  await settleByLag(stack, api, load.offered(), report)
  report.figure('retry_status', retried)
  const verdict = await judge(api, [mixed])
  report.check(
    'the dead letter is stored once it is retried',
    verdict.found === events && verdict.missing + verdict.repeated + verdict.alien === 0,
    `${verdict.found} of ${events}`,
  )
}

function idsOf(oracle: string | undefined): string[] {
  if (oracle === undefined) return []
  const lines = readFileSync(oracle, 'utf8').trim().split('\n')
  return lines.map((line) => (JSON.parse(line) as { id: string }).id)
}
