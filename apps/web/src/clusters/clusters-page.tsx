import type { Cluster } from '@watchpost/contract'
import { type FormEvent, type Ref, useMemo, useRef, useState } from 'react'
import { CoverageLine, CoverageNote } from '../coverage/coverage-note.tsx'
import { Failed, StaleNotice, Waiting } from '../kit/feedback/answered.tsx'
import { ListFoot } from '../kit/table/list-foot.tsx'
import list from '../kit/table/list-page.module.css'
import { RowsTable } from '../kit/table/rows-table.tsx'
import { SwitchButton } from '../kit/controls/button.tsx'
import { Segmented } from '../kit/controls/segmented.tsx'
import { listingOf } from '../kit/list/listing.ts'
import { useClient } from '../server/server.tsx'
import { goToPage, refine, usePlace } from '../kit/navigation/location.ts'
import { usePreferences } from '../kit/state/preferences.ts'
import { useShortcuts } from '../kit/navigation/shortcuts.ts'
import { counted, text } from '../texts/text.ts'
import { useRangedListing } from '../range/use-ranged-listing.ts'
import { clusterQueryOf } from '../kit/navigation/cluster-address.ts'
import { clusterColumns } from './cluster-columns.tsx'
import { type ClusterFilter, clusterParametersOf, readClusterFilter, sides } from './cluster-filter.ts'
import styles from './clusters.module.css'

const pageSize = 200
const idOf = ({ self }: Cluster) => self
const isDone = ({ open }: Cluster) => open === 0

/** The riskiest IP addresses by hour or by day. */
export function ClustersPage() {
  const { query } = usePlace()
  const { clock } = usePreferences()
  const client = useClient()
  const filter = useMemo(() => readClusterFilter(query), [query])
  const columns = useMemo(() => clusterColumns(clock), [clock])
  const searchRef = useRef<HTMLInputElement>(null)
  const [active, setActive] = useState(-1)
  const listing = listingOf<Cluster>(client)
  const pages = useRangedListing('clusters', [filter], {
    first: async (span, signal) => {
      const query = { ...clusterParametersOf(filter, span), limit: pageSize, expand: 'contributions' as const }
      return listing.firstOf(await client.listClusters({ query, signal }))
    },
    load: listing.load,
  })
  const { window, state, rowAt } = pages
  const count = state?.count ?? 0
  const open = (index: number) => {
    const cluster = rowAt(index)
    if (cluster) goToPage('/cluster', clusterQueryOf(cluster.self))
  }
  const move = (by: number) => setActive(Math.min(Math.max(active + by, 0), count - 1))
  useShortcuts([
    { keys: 'j', what: 'shortcut.next', run: () => move(1) },
    { keys: 'k', what: 'shortcut.previous', run: () => move(-1) },
    { keys: 'Enter', what: 'shortcut.open', run: () => open(active) },
    { keys: '/', what: 'shortcut.search', run: () => searchRef.current?.focus() },
  ])
  return (
    <div className={styles.page}>
      <div className={list.bar}>
        <ClusterChoices filter={filter} searchRef={searchRef} />
        {!(window && count === 0) && <CoverageLine />}
        {pages.window?.total && (
          <span className={styles.total} role="status">
            {pages.window.total.isExact
              ? counted('clusters.count', pages.window.total.value)
              : text('clusters.countAtLeast', { count: pages.window.total.value })}
          </span>
        )}
      </div>
      {pages.error !== undefined && window && (
        <div className={list.note}>
          <StaleNotice error={pages.error} since={window.loadedAt} retry={pages.refetch} />
        </div>
      )}
      <div className={list.table} data-old={pages.isOld} aria-busy={pages.isOld}>
        {!window ? (
          pages.error === undefined ? (
            <Waiting />
          ) : (
            <Failed error={pages.error} retry={pages.refetch} />
          )
        ) : count === 0 ? (
          <div className={list.empty} role="status">
            <CoverageNote />
            <span>{text('clusters.none')}</span>
          </div>
        ) : (
          <RowsTable
            label={text('page.clusters')}
            columns={columns}
            count={count}
            rowAt={rowAt}
            idOf={idOf}
            active={active}
            onActive={setActive}
            onOpen={open}
            hasValues
            isDim={isDone}
            onVisible={window.need}
            sorting={{
              ...filter.sort,
              onSort: (by, isDescending) => refine({ sort: `${isDescending ? '-' : ''}${by}` }),
            }}
            foot={<ListFoot listing={pages} />}
          />
        )}
      </div>
    </div>
  )
}

interface ClusterChoicesProps {
  filter: ClusterFilter
  searchRef: Ref<HTMLInputElement>
}

function ClusterChoices({ filter, searchRef }: ClusterChoicesProps) {
  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const typed = new FormData(event.currentTarget).get('ip')
    refine({ ip: typeof typed === 'string' ? typed.trim() : null })
  }
  return (
    <>
      <Segmented
        label={text('clusters.frame')}
        choices={[
          { id: 'hour', name: text('clusters.hour') },
          { id: 'day', name: text('clusters.day') },
        ]}
        chosen={filter.frequency}
        onChoose={(frequency) => refine({ frequency })}
      />
      <Segmented
        label={text('clusters.side')}
        choices={sides.map((id) => ({ id, name: text(`clusters.${id}`) }))}
        chosen={filter.side}
        onChoose={(side) => refine({ side })}
      />
      <SwitchButton
        label={text('clusters.hasOpen')}
        isOn={filter.hasOpen}
        onChange={(isOn) => refine({ has_open: isOn ? 'true' : null })}
      />
      <form role="search" onSubmit={submit} key={filter.ip}>
        <input
          ref={searchRef}
          name="ip"
          type="search"
          className={styles.search}
          aria-label={text('clusters.search')}
          placeholder={text('clusters.search')}
          defaultValue={filter.ip}
        />
      </form>
    </>
  )
}
