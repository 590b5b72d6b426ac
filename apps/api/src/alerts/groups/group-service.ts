import { type AlertGroup, groupLimits } from '@watchpost/contract'
import type { Asking, GroupPage, GroupPageRequest } from '@watchpost/engine'
import type { AlertMark } from '@watchpost/store'
import type { CallerAsking, Searching } from '../../queues/searching.ts'
import { alertRow, type PairedProbes } from '../alert-row.ts'
import { countingQueue } from '../counting-queue.ts'
import { createAsk } from '../engine-failure.ts'
import { addressWith } from '../listing/listing-address.ts'
import { createMarkSelection, type MarkSelectionPorts } from '../marks/mark-selection.ts'
import { type GroupListing, writeGroupCursor } from './read-groups.ts'

/** Dependencies of listing groups. */
export interface GroupPorts extends MarkSelectionPorts {
  groups: { page(request: GroupPageRequest, asking: Asking): Promise<GroupPage> }
  marks: { find(uuids: readonly string[]): Promise<Map<string, AlertMark>> }
  probes: { paired(): Promise<PairedProbes> }
  searching: Searching
}

export interface GroupList {
  rows: AlertGroup[]
  /** The URL of the next page. */
  next?: string
}

export type GroupService = ReturnType<typeof createGroupService>

const PATH = '/api/alerts/groups'

export function createGroupService({ groups, marks, outbox, probes, searching }: GroupPorts) {
  const ask = createAsk(searching)
  const select = createMarkSelection({ outbox })

  return {
    /** One page of groups of exactly the alerts that the listing with the same filters returns. */
    async list(
      { filter, marking, order, limit, skip, address }: GroupListing,
      asking: CallerAsking,
    ): Promise<GroupList> {
      const request = { filter: await select(filter, marking), order, limit, skip }
      const asked = ask(countingQueue(request.filter), asking, () => groups.page(request, asking))
      const [page, paired] = await Promise.all([asked, probes.paired()])
      const found = await marks.find(page.groups.map(({ alert }) => alert.uuid))
      const end = skip + limit
      const hasNext = page.hasMore && end < groupLimits.deepest
      return {
        rows: page.groups.map(({ group, count, firstMs, lastMs, risk, alert }) => ({
          group,
          count,
          first: new Date(firstMs).toISOString(),
          last: new Date(lastMs).toISOString(),
          risk,
          alert: alertRow(alert, paired, found.get(alert.uuid)),
        })),
        ...(hasNext && { next: addressWith(PATH, address, 'cursor', writeGroupCursor(order, end)) }),
      }
    },
  }
}
