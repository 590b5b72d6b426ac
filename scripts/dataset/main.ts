import { parseArgs } from 'node:util'
import { count, duration } from '../../apps/simulate/src/progress.ts'
import { datasetFolder, type DatasetMeta, datasetsRoot, listDatasets, removeDataset } from './dataset-folder.ts'
import { datasetKey, sourceDigest } from './dataset-parameters.ts'
import { createBuildProgress } from './build-progress.ts'
import { complete, ensureDataset } from './open-dataset.ts'

const usage = `pnpm dataset --events N --alerts M --days D [--seed S] [--probes P] [--late-days L] [--entries-only]
    makes a data set once and keeps it outside the checkout, for proofs to share
pnpm dataset list
    shows what there is
pnpm dataset path --events N --alerts M --days D [--seed S] [--probes P] [--late-days L]
    prints where a data set is
pnpm dataset remove KEY… | --stale
    removes data sets: by name, or all that the code of today would make again

  --events N   documents in all
  --alerts M   how many of them are alerts, of all detectors together
  --days D     over how many days they are spread, up to now
  --seed S     another seed, other events (1)
  --probes P   probes that sent them (20)
  --late-days L
               every second probe was cut off: its events arrive L days after they happened (0)
  --entries-only
               only what is listed of alerts, and clusters: quicker to make`

class UsageError extends Error {}

const options = {
  events: { type: 'string' },
  alerts: { type: 'string' },
  days: { type: 'string' },
  seed: { type: 'string', default: '1' },
  probes: { type: 'string', default: '20' },
  'late-days': { type: 'string', default: '0' },
  'entries-only': { type: 'boolean', default: false },
  stale: { type: 'boolean', default: false },
  help: { type: 'boolean', short: 'h', default: false },
} as const
type Values = ReturnType<typeof parseArgs<{ options: typeof options; allowPositionals: true }>>['values']

type NumberOption = 'events' | 'alerts' | 'days' | 'seed' | 'probes' | 'late-days'

function wholeNumber(values: Values, name: NumberOption, least: number): number {
  const value = Number(values[name]?.replaceAll('_', ''))
  if (!Number.isSafeInteger(value) || value < least)
    throw new UsageError(`--${name} takes a whole number from ${least} on`)
  return value
}

function parametersOf(values: Values) {
  const events = wholeNumber(values, 'events', 1)
  const alerts = wholeNumber(values, 'alerts', 0)
  if (alerts > events) throw new UsageError('there cannot be more alerts than events')
  const lateDays = wholeNumber(values, 'late-days', 0)
  return complete({
    events,
    alerts,
    days: wholeNumber(values, 'days', 1),
    seed: wholeNumber(values, 'seed', 0),
    probes: wholeNumber(values, 'probes', 1),
    ...(lateDays > 0 && { lateDays }),
    ...(values['entries-only'] && { isEntriesOnly: true }),
  })
}

function describe({ key, documents, alerts, bytes, from, to, took_seconds: took }: DatasetMeta): string {
  const total = Object.values(documents).reduce((sum, each) => sum + each, 0)
  const alertTotal = Object.values(alerts).reduce((sum, each) => sum + each, 0)
  const size = `${count(Math.round(bytes / 1024 ** 2))} MiB`
  const isStale = !key.endsWith(sourceDigest())
  return `${key}${isStale ? '  (stale)' : ''}\n  ${count(total)} documents, ${count(alertTotal)} alerts, ${size}, ${from} to ${to}, made in ${duration(took * 1_000)}`
}

async function run(): Promise<void> {
  const { values, positionals } = parseArgs({ options, allowPositionals: true })
  if (values.help) return console.log(usage)
  const root = datasetsRoot()
  switch (positionals[0]) {
    case undefined: {
      const wish = parametersOf(values)
      const progress = createBuildProgress(wish.events, process.stderr)
      try {
        const meta = await ensureDataset(wish, progress)
        return console.log(`${describe(meta)}\n  ${datasetFolder(root, meta.key).root}`)
      } finally {
        progress.stop()
      }
    }
    case 'list':
      return console.log(listDatasets(root).map(describe).join('\n') || 'There is no data set yet.')
    case 'path':
      return console.log(datasetFolder(root, datasetKey(parametersOf(values))).root)
    case 'remove': {
      const stale = listDatasets(root).flatMap(({ key }) =>
        values.stale && !key.endsWith(sourceDigest()) ? [key] : [],
      )
      const unknown = positionals.slice(1).filter((key) => !listDatasets(root).some((each) => each.key === key))
      if (unknown.length > 0) throw new UsageError(`no such data set: ${unknown.join(', ')}`)
      for (const key of [...positionals.slice(1), ...stale]) {
        removeDataset(root, key)
        console.log(`removed ${key}`)
      }
      return
    }
    default:
      throw new UsageError(usage)
  }
}

try {
  await run()
} catch (error) {
  const isArgument = error instanceof TypeError && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS')
  const isUsage = error instanceof UsageError || isArgument
  console.error(isUsage ? `dataset: ${error.message}` : error)
  process.exitCode = isUsage ? 2 : 1
}
