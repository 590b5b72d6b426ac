import { waitUntil } from '@watchpost/servers'
import type { Asker } from '../alerts/http.ts'
import type { ApiClient } from '../harness/api-client.ts'
import { settle } from '../harness/judge.ts'

/** Waits until this many events, all of them alerts, are searchable as events and as alerts. */
export async function settleAlerts(
  api: ApiClient,
  asker: Asker,
  base: string,
  { count, withinMs }: { count: number; withinMs: number },
): Promise<void> {
  await settle(api, count, withinMs)
  const total = async () =>
    (await asker.ask<{ total: number }>(base, '/api/alerts/summary?as_of=now')).body.total >= count
  if (!(await waitUntil(total, { withinMs, everyMs: 250 }))) throw new Error(`there are not ${count} alerts`)
}
