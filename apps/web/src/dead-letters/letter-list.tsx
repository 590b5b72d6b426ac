import type { DeadLetter } from '@watchpost/contract'
import { useMemo } from 'react'
import { Failed, StaleNotice, Waiting } from '../kit/feedback/answered.tsx'
import { Button } from '../kit/controls/button.tsx'
import { Icon } from '../kit/controls/icon.tsx'
import { ListFoot } from '../kit/table/list-foot.tsx'
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
  letters: ReturnType<typeof useLetters>
  filter: LetterFilter
  open: number | undefined
  onOpen: (number: number | undefined) => void
}

const idOf = ({ number }: DeadLetter) => String(number)

/** The table, or its loading, error or empty state. */
export function LetterList({ letters, filter, open, onOpen }: LetterListProps) {
  const { clock } = usePreferences()
  const isNarrow = useNarrow()
  const isBeside = isNarrow || open !== undefined
  const columns = useMemo(() => letterColumns(clock, isBeside), [clock, isBeside])
  const { window, rowAt, error, isOld, refetch } = letters
  const count = letters.state?.count ?? 0
  const active = useMemo(() => indexOf(open, count, rowAt), [open, count, rowAt])
  const openAt = (index: number) => onOpen(rowAt(Math.min(Math.max(index, 0), count - 1))?.number)
  useShortcuts([
    { keys: 'j', what: 'shortcut.next', run: () => openAt(active + 1) },
    { keys: 'k', what: 'shortcut.previous', run: () => openAt(active - 1) },
    { keys: 'Escape', what: 'shortcut.close', run: () => onOpen(undefined) },
  ])
  if (!window || isOld) return error === undefined ? <Waiting /> : <Failed error={error} retry={refetch} />
  return (
    <>
      {error !== undefined && (
        <div className={list.note}>
          <StaleNotice error={error} since={window.loadedAt} retry={refetch} />
        </div>
      )}
      <div className={list.table}>
        {count === 0 ? (
          <NoLetters filter={filter} letters={letters} />
        ) : (
          <RowsTable
            label={text('page.deadLetters')}
            columns={columns}
            count={count}
            rowAt={rowAt}
            idOf={idOf}
            active={active}
            onActive={() => undefined}
            onOpen={openAt}
            hasValues
            isDim={({ is_retried }) => is_retried}
            onVisible={window.need}
            foot={<ListFoot listing={letters} />}
          />
        )}
      </div>
    </>
  )
}

/** The index of the open dead letter among the loaded rows. */
function indexOf(open: number | undefined, count: number, rowAt: (index: number) => DeadLetter | undefined): number {
  if (open === undefined) return -1
  for (let index = 0; index < count; index += 1) if (rowAt(index)?.number === open) return index
  return -1
}

function NoLetters({ filter, letters }: Pick<LetterListProps, 'filter' | 'letters'>) {
  const isFiltered = filter.reason !== undefined || filter.probe !== undefined
  if (letters.state?.isEnd === false) {
    return (
      <div className={list.empty} role="status">
        <span>{text('letters.further')}</span>
        <ListFoot listing={letters} />
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
