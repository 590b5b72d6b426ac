import { isProblem } from '@watchpost/sdk'
import { useMemo, useState } from 'react'
import list from '../kit/table/list-page.module.css'
import { refine, usePlace } from '../kit/navigation/location.ts'
import { text } from '../texts/text.ts'
import { FacetList } from './results/facet-list.tsx'
import { FilterChips, FilterForm } from './filter-form.tsx'
import { HitList } from './results/hit-list.tsx'
import { HitPanel } from './results/hit-panel.tsx'
import { QueryPanel } from './query/query-panel.tsx'
import { Refusal } from './query/refusal.tsx'
import { SearchActions } from './search-actions.tsx'
import { parseBody } from './query/search-body.ts'
import { SearchChart } from './results/search-chart.tsx'
import { filterText, readSearch, type SearchFilter } from '../kit/navigation/search-state.ts'
import styles from './search.module.css'
import { useHits, useSurvey } from './use-search.ts'

const refusals = new Set([400, 413, 422])

/** Searches all events, with filters or the full query language of the engine. */
export function SearchPage() {
  const { query } = usePlace()
  const state = useMemo(() => readSearch(query), [query])
  const hits = useHits(state)
  // An error is shown once, at its position, without old results below it.
  const refusal = isProblem(hits.error) && refusals.has(hits.error.status) ? hits.error : undefined
  const survey = useSurvey(state)
  // Text that is not JSON is not sent, so there is nothing to wait for. The editor shows the error.
  const isAsked = !refusal && parseBody(state.body) !== 'invalid'
  const [open, setOpen] = useState(-1)
  const opened = open >= 0 ? hits.rowAt(open) : undefined
  const setFilters = (filters: readonly SearchFilter[]) => refine({ filter: filterText(filters) })
  const add = (filter: SearchFilter) => setFilters([...state.filters, filter])
  return (
    <div className={styles.page} data-open={opened !== undefined}>
      <aside className={styles.facets} aria-label={text('search.facets')}>
        {isAsked && <FacetList survey={survey} onAdd={add} />}
      </aside>
      <div className={styles.main}>
        <div className={list.bar}>
          <FilterForm indexes={state.indexes} onAdd={add} />
          <SearchActions state={state} />
        </div>
        <FilterChips filters={state.filters} refusal={refusal} onChange={setFilters} />
        {state.body !== undefined && <QueryPanel state={state} refusal={refusal} />}
        {refusal && state.body === undefined && (
          <div className={list.note}>
            <Refusal problem={refusal} />
          </div>
        )}
        {isAsked && (
          <>
            <SearchChart survey={survey} />
            <HitList hits={hits} state={state} active={open} onOpen={setOpen} />
          </>
        )}
      </div>
      {opened && <HitPanel hit={opened} onClose={() => setOpen(-1)} />}
    </div>
  )
}
