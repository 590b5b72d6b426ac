import type { Alert, AlertGroup, AlertJob, AlertMark, AlertMarkChange, NewAlertJob } from '@watchpost/contract'
import { markedBy } from '../src/alerts/triage/marked.ts'
import type { RecordedAnswer } from './recorded-answer.ts'

interface Change {
  /** The alerts that it is for; without both, all alerts. */
  uuids?: readonly string[] | undefined
  groups?: readonly string[] | undefined
  change: AlertMarkChange
  /** Of a job, which can be undone. */
  jobId?: number
}

type Asked = Pick<RecordedAnswer, 'method' | 'url' | 'sent'>
export type PlayedAnswer = Pick<RecordedAnswer, 'status' | 'headers' | 'text'>

const USER = 'admin'
const JOBS = '/api/alerts/jobs'

/**
 * Changes of alerts, kept in memory: marks, and jobs with their undo, which end at once. Recorded answers show the marks
 * that their alerts have now; counts and filters by state stay as they were recorded.
 */
export function createPlayedChanges(answers: readonly RecordedAnswer[], now: () => number = Date.now) {
  const changes: Change[] = []
  const jobs: AlertJob[] = []
  const { alerts, groups, total } = read(answers)

  function markOf({ uuid, mark }: Alert, group?: string): AlertMark {
    return changes
      .filter((each) => each.uuids?.includes(uuid) ?? each.groups?.includes(group ?? '') ?? true)
      .reduce((before, { change }) => markedBy(before, change), mark)
  }

  function start({ ids, filter, change }: NewAlertJob): PlayedAnswer {
    const id = jobs.length + 1
    const chosen = filter?.group === undefined ? undefined : [filter.group].flat().map(String)
    const inGroups = chosen?.reduce((sum, group) => sum + (groups.get(group) ?? 0), 0)
    const matching = ids?.length ?? inGroups ?? total
    const at = new Date(now()).toISOString()
    const counts = { matching, done: matching, skipped: 0, changed: 0, missing: 0 }
    const job: AlertJob = {
      id,
      state: 'finished',
      created_by: USER,
      created_at: at,
      ended_at: at,
      filter: filter ?? null,
      change,
      ...counts,
      failure: null,
      undo: null,
      self: `${JOBS}/${id}`,
    }
    jobs.push(job)
    changes.push({ uuids: ids, groups: chosen, change, jobId: id })
    return json(job, 201)
  }

  function undo(job: AlertJob): PlayedAnswer {
    const at = new Date(now()).toISOString()
    const counts = { restored: job.done, changed: 0, missing: 0 }
    job.undo ??= { requested_by: USER, requested_at: at, ended_at: at, ...counts }
    job.state = 'undone'
    const index = changes.findIndex(({ jobId }) => jobId === job.id)
    if (index >= 0) changes.splice(index, 1)
    return json(job)
  }

  function mark(uuid: string, change: AlertMarkChange): PlayedAnswer | undefined {
    const alert = alerts.get(uuid)
    if (!alert) return undefined
    changes.push({ uuids: [uuid], change })
    return json(markOf(alert))
  }

  function withMarks(value: unknown): unknown {
    if (Array.isArray(value)) return value.map(withMarks)
    if (isGroup(value)) return { ...value, alert: { ...value.alert, mark: markOf(value.alert, value.group) } }
    if (isAlert(value)) return { ...value, mark: markOf(value) }
    if (hasAlerts(value)) return { ...value, alerts: withMarks(value.alerts) }
    return value
  }

  return {
    /** Answers requests about jobs, and changes of one alert; undefined for all others. */
    answer({ method, url, sent }: Asked): PlayedAnswer | undefined {
      const path = url.split('?', 1)[0] ?? ''
      const body: unknown = JSON.parse(sent ?? '{}')
      const [, uuid] = /^\/api\/alerts\/([^/]+)\/mark$/.exec(path) ?? []
      if (uuid !== undefined && method === 'PATCH') return mark(uuid, body as AlertMarkChange)
      if (path === JOBS) return method === 'POST' ? start(body as NewAlertJob) : json(jobs.toReversed())
      const [, id, part] = /^\/api\/alerts\/jobs\/(\d+)(?:\/(\w+))?$/.exec(path) ?? []
      const job = jobs[Number(id) - 1]
      if (!job) return undefined
      if (part === 'exceptions') return json([])
      return part === 'undo' ? undo(job) : json(job)
    },

    /** A recorded answer with the marks that its alerts have now. */
    shown(text: string): string {
      return changes.length > 0 && text.includes('"mark"') ? JSON.stringify(withMarks(JSON.parse(text))) : text
    },
  }
}

/** What the recorded answers have of alerts: each alert, the size of each group, and how many there are. */
function read(answers: readonly RecordedAnswer[]) {
  const alerts = new Map<string, Alert>()
  const groups = new Map<string, number>()
  let total = 0
  const add = (value: unknown): void => {
    if (Array.isArray(value)) value.forEach(add)
    else if (isGroup(value)) {
      groups.set(value.group, value.count)
      add(value.alert)
    } else if (isAlert(value)) alerts.set(value.uuid, value)
    else if (hasAlerts(value)) add(value.alerts)
    else if (hasTotal(value)) total = Math.max(total, value.total)
  }
  for (const { url, text } of answers) if (url.startsWith('/api/alerts')) add(JSON.parse(text))
  return { alerts, groups, total }
}

function isAlert(value: unknown): value is Alert {
  return isObject(value) && typeof value.uuid === 'string' && isObject(value.mark)
}

function isGroup(value: unknown): value is AlertGroup {
  return isObject(value) && typeof value.group === 'string' && isAlert(value.alert)
}

function hasAlerts(value: unknown): value is { alerts: unknown } {
  return isObject(value) && Array.isArray(value.alerts)
}

function hasTotal(value: unknown): value is { total: number } {
  return isObject(value) && typeof value.total === 'number'
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}

function json(body: unknown, status = 200): PlayedAnswer {
  return { status, headers: { 'content-type': 'application/json; charset=utf-8' }, text: JSON.stringify(body) }
}
