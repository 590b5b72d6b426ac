import type { DeadLetter } from '@watchpost/contract'
import { type ReactNode, useCallback, useMemo } from 'react'
import { Failed, StaleNotice, Waiting } from '../kit/feedback/answered.tsx'
import { Button } from '../kit/controls/button.tsx'
import { Icon } from '../kit/controls/icon.tsx'
import list from '../kit/table/list-page.module.css'
import { RowsTable } from '../kit/table/rows-table.tsx'
import { useNarrow } from '../kit/layout/use-narrow.ts'
import { refine } from '../kit/navigation/location.ts'
import { usePreferences } from '../kit/state/preferences.ts'
import { useShortcuts } from '../kit/navigation/shortcuts.ts'
import { text } from '../texts/text.ts'
import styles from './dead-letters.module.css'
import { letterColumns } from './letter-columns.tsx'
import type { LetterFilter } from './letter-filter.ts'
import type { useLetters } from './use-dead-letters.ts'

interface LetterListProps {
  asked: ReturnType<typeof useLetters>
  filter: LetterFilter
  open: number | undefined
  onOpen: (number: number | undefined) => void
}

const idOf = ({ number }: DeadLetter) => String(number)
/** So many rows before the last one that is known, the next page is asked for. */
const ahead = 40

/** The table, or what stands in its place: waiting, failure, nothing. */
export function LetterList({ asked, filter, open, onOpen }: LetterListProps) {
  const { clock } = usePreferences()
  const isNarrow = useNarrow()
  const isBeside = isNarrow || open !== undefined
  const columns = useMemo(() => letterColumns(clock, isBeside), [clock, isBeside])
  const rows = useMemo(() => asked.data?.pages.flatMap((page) => page?.body ?? []) ?? [], [asked.data])
  const active = rows.findIndex(({ number }) => number === open)
  const openAt = (index: number) => onOpen(rows[Math.min(Math.max(index, 0), rows.length - 1)]?.number)
  useShortcuts([
    { keys: 'j', what: 'shortcut.next', run: () => openAt(active + 1) },
    { keys: 'k', what: 'shortcut.previous', run: () => openAt(active - 1) },
    { keys: 'Escape', what: 'shortcut.close', run: () => onOpen(undefined) },
  ])
  const { hasNextPage, isFetchingNextPage, fetchNextPage } = asked
  const need = useCallback(
    (_: number, last: number) => {
      if (last >= rows.length - ahead && hasNextPage && !isFetchingNextPage) void fetchNextPage()
    },
    // A page that brings nothing must not lead on by itself without end: then someone presses.
    // oxlint-disable-next-line react/exhaustive-deps
    [rows.length, fetchNextPage],
  )
  if (!asked.data) return asked.error ? <Failed error={asked.error} retry={asked.refetch} /> : <Waiting />
  const foot = (
    <span className={styles.foot} role="status">
      {hasNextPage ? (
        <Button onPress={() => void fetchNextPage()} isPending={isFetchingNextPage}>
          {text('letters.more')}
        </Button>
      ) : (
        text('table.end')
      )}
    </span>
  )
  return (
    <>
      {asked.error && (
        <div className={list.note}>
          <StaleNotice error={asked.error} since={asked.dataUpdatedAt} retry={asked.refetch} />
        </div>
      )}
      <div className={list.table}>
        {rows.length === 0 ? (
          <NoLetters filter={filter} foot={hasNextPage ? foot : null} />
        ) : (
          <RowsTable
            label={text('page.deadLetters')}
            columns={columns}
            count={rows.length}
            rowAt={(index) => rows[index]}
            idOf={idOf}
            active={active}
            onActive={() => undefined}
            onOpen={openAt}
            onValue={(field, value) => refine({ [field]: value })}
            isDim={({ is_retried }) => is_retried}
            onVisible={need}
            foot={foot}
          />
        )}
      </div>
    </>
  )
}

function NoLetters({ filter, foot }: { filter: LetterFilter; foot: ReactNode }) {
  const isFiltered = filter.reason !== undefined || filter.probe !== undefined
  if (foot) {
    return (
      <div className={list.empty} role="status">
        <span>{text('letters.further')}</span>
        {foot}
      </div>
    )
  }
  return (
    <div className={list.empty} role="status">
      {!isFiltered && filter.state === 'waiting' && (
        <span className={styles.good}>
          <Icon name="check" size={28} />
        </span>
      )}
      <strong>{text(isFiltered || filter.state !== 'waiting' ? 'letters.noneSuch' : 'letters.none')}</strong>
      {!isFiltered && <span>{text('letters.noneWords')}</span>}
      {isFiltered && <Button onPress={() => refine({ reason: null, probe: null })}>{text('filter.clear')}</Button>}
    </div>
  )
}
