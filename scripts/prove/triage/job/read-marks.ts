import type { Asker } from '../../alerts/http.ts'

/** An alert as the listing shows it, with what analysts set. */
export interface MarkedRow {
  uuid: string
  risk: number
  mark: {
    status: string
    note: string
    tags: string[]
    verdict: string | null
    reason: string
    assignee: string | null
    changed_by: string | null
  }
}

/** What analysts set on each alert, as one text that can be compared. The time of the last change is left out. */
export async function readMarks(asker: Asker, base: string): Promise<Map<string, string>> {
  const marks = new Map<string, string>()
  for (const { uuid, mark } of await asker.all<MarkedRow>(base, '/api/alerts?limit=10000&sort_by=date_asc')) {
    const { status, note, tags, verdict, reason, assignee } = mark
    marks.set(uuid, JSON.stringify([status, note, tags, verdict, reason, assignee]))
  }
  return marks
}

/** How many of these alerts are in this state, as the engine counts them. */
export async function countStatus(asker: Asker, base: string, status: string): Promise<number> {
  const path = `/api/alerts/summary?status=${status}`
  const answer = await asker.ask<{ total: number }>(base, path)
  if (answer.status !== 200) throw new Error(`${path}: ${answer.status} ${JSON.stringify(answer.body)}`)
  return answer.body.total
}
