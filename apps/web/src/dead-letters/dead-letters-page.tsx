import type { DeadLetterSummary } from '@watchpost/contract'
import { useEffect, useMemo, useRef, useState } from 'react'
import split from '../alerts/alerts.module.css'
import { StaleNotice } from '../kit/feedback/answered.tsx'
import { IconButton } from '../kit/controls/button.tsx'
import { Chip } from '../kit/controls/chip.tsx'
import list from '../kit/table/list-page.module.css'
import { Segmented } from '../kit/controls/segmented.tsx'
import { refine, usePlace } from '../kit/navigation/location.ts'
import { useMay } from '../session/session.ts'
import { counted, text } from '../texts/text.ts'
import { type LetterFilter, orders, readLetterFilter, readOpenLetter, states } from './letter-filter.ts'
import { LetterList } from './letter-list.tsx'
import { LetterOutcome } from './letter-outcome.tsx'
import { LetterPanel } from './letter-panel.tsx'
import { LetterSummary } from './letter-summary.tsx'
import type { PutBack } from './put-back.ts'
import { RetryLetters } from './retry-letters.tsx'
import { useLetters, useLetterSummary } from './use-dead-letters.ts'

const openLetter = (number: number | undefined) =>
  refine({ open: number === undefined ? null : String(number) }, { isRefinement: true })

/** Events that could not be stored: counts, reasons, contents, and retries. */
export function DeadLettersPage() {
  const { query } = usePlace()
  const may = useMay()
  const filter = useMemo(() => readLetterFilter(query), [query])
  const open = readOpenLetter(query)
  const [putBack, setPutBack] = useState<PutBack>()
  const summary = useLetterSummary(putBack !== undefined)
  const letters = useLetters(filter)
  const waiting = summary.data?.waiting
  const { refetch } = letters
  const isFollowed = open === undefined && (letters.state?.pages ?? 0) <= 1
  const known = useRef<number>(undefined)
  useEffect(() => {
    const isNews = known.current !== undefined && known.current !== waiting
    known.current = waiting
    // Read the list again only after a change: every read is audited.
    if (isNews && isFollowed) refetch()
    // oxlint-disable-next-line react/exhaustive-deps
  }, [waiting])

  return (
    <div className={split.page} data-open={open !== undefined}>
      <div className={split.list}>
        <div className={list.bar}>
          <Choices filter={filter} />
          <div className={list.push} />
          <IconButton icon="refresh" label={text('time.refresh')} onPress={() => refetch()} />
          {may('dead-letter:retry') && <RetryLetters waiting={waiting ?? 0} onDone={setPutBack} />}
        </div>
        {summary.error && summary.data && (
          <div className={list.note}>
            <StaleNotice error={summary.error} since={summary.dataUpdatedAt} retry={summary.refetch} />
          </div>
        )}
        {putBack && <LetterOutcome putBack={putBack} summary={summary.data} onClose={() => setPutBack(undefined)} />}
        {summary.data && <LetterSummary summary={summary.data} filter={filter} />}
        <FilterChips filter={filter} summary={summary.data} />
        {waiting !== undefined && waiting > 0 && (
          <div className={list.count}>
            <strong role="status">{counted('letters.waiting', waiting)}</strong>
            <span>{text('letters.about')}</span>
          </div>
        )}
        <LetterList letters={letters} filter={filter} open={open} onOpen={openLetter} />
      </div>
      {open !== undefined && (
        <aside className={split.side} aria-label={text('letters.one', { number: open })}>
          <LetterPanel key={open} number={open} onClose={() => openLetter(undefined)} />
        </aside>
      )}
    </div>
  )
}

function Choices({ filter }: { filter: LetterFilter }) {
  return (
    <>
      <Segmented
        label={text('letters.state')}
        choices={states.map((id) => ({ id, name: text(`letters.state.${id}`) }))}
        chosen={filter.state}
        onChoose={(state) => refine({ state: state === 'waiting' ? null : state })}
      />
      <Segmented
        label={text('letters.order')}
        choices={orders.map((id) => ({ id, name: text(`letters.order.${id}`) }))}
        chosen={filter.order}
        onChoose={(order) => refine({ order: order === 'newest' ? null : order })}
      />
    </>
  )
}

interface FilterChipsProps {
  filter: LetterFilter
  summary: DeadLetterSummary | undefined
}

function FilterChips({ filter: { reason, probe }, summary }: FilterChipsProps) {
  // A reason listed in the summary is shown there as selected.
  const hasReason = reason !== undefined && !summary?.by_reason.some((each) => each.reason === reason)
  const hasProbe = probe !== undefined && !summary?.by_probe.some((each) => each.probe_id === probe)
  if (!hasReason && !hasProbe) return null
  return (
    <div className={list.chips} role="list" aria-label={text('letters.filters')}>
      {hasReason && (
        <Chip
          name={text('letters.reason')}
          value={text(`letters.reason.${reason}`)}
          onRemove={() => refine({ reason: null })}
        />
      )}
      {hasProbe && <Chip name={text('letters.probe')} value={String(probe)} onRemove={() => refine({ probe: null })} />}
    </div>
  )
}
