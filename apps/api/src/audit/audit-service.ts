import { AppError, type AuditEntryView, type AuditParameters } from '@watchpost/contract'
import type { AuditFilter, AuditListEntry, AuditPage, AuditPosition } from '@watchpost/store'
import { readAuditCursor, writeAuditCursor } from './audit-cursor.ts'

/** Dependencies of the audit listing. */
export interface AuditPorts {
  list(filter: AuditFilter, after: AuditPosition | null, limit: number): Promise<AuditPage>
}

export interface AuditList {
  entries: AuditEntryView[]
  /** The URL of the next page. */
  next: string | undefined
}

export type AuditService = ReturnType<typeof createAuditService>

const DEFAULT_LIMIT = 100

export function createAuditService({ list }: AuditPorts) {
  return {
    async list(asked: AuditParameters): Promise<AuditList> {
      const after = asked.cursor === undefined ? null : readAuditCursor(asked.cursor)
      const { entries, next } = await list(filterOf(asked), after, asked.limit ?? DEFAULT_LIMIT)
      return { entries: entries.map(viewOf), next: next ? addressOf(asked, writeAuditCursor(next)) : undefined }
    },
  }
}

function filterOf({ kind, from, to, actor, action, object, address, result, text }: AuditParameters): AuditFilter {
  return {
    ...(kind && { kind }),
    ...(from && { from: instantOf('from', from) }),
    ...(to && { to: instantOf('to', to) }),
    ...(actor && { username: actor }),
    ...(action && { action }),
    ...(object && { object }),
    ...(address && { address }),
    ...(result && { result }),
    ...(text && { text }),
  }
}

function instantOf(parameter: string, text: string): Date {
  const at = new Date(text)
  // The database accepts these years only; a time zone can shift a time beyond them.
  const isInRange = at.getUTCFullYear() >= 1 && at.getUTCFullYear() <= 9_999
  if (/^\d{4}-\d\d-\d\d/.test(text) && isInRange) return at
  const errors = [{ parameter, detail: 'must be an ISO 8601 time, for example 2026-11-14T09:00:00Z' }]
  throw new AppError('invalid-request', undefined, { errors })
}

function addressOf(asked: AuditParameters, cursor: string): string {
  const given = Object.entries({ ...asked, cursor }).map(([name, value]): [string, string] => [name, String(value)])
  return `/api/audit?${new URLSearchParams(given).toString()}`
}

function viewOf(entry: AuditListEntry): AuditEntryView {
  const { kind, key } = entry
  return {
    id: kind === 'change' ? `change/${key[0]}` : `access/${key[0]}/${key[1]}`,
    kind,
    at: entry.at,
    account_id: entry.accountId,
    actor: entry.username,
    via: entry.via,
    credential: entry.credentialPrefix,
    address: entry.address,
    request_id: entry.requestId,
    action: entry.action,
    object: entry.object,
    result: entry.result,
    status: entry.status,
    detail: entry.detail,
    before: entry.before,
    after: entry.after,
  }
}
