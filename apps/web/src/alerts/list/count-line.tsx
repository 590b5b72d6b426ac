import { CoverageLine } from '../../coverage/coverage-note.tsx'
import { Button } from '../../kit/controls/button.tsx'
import { failureOf } from '../../kit/feedback/failure.ts'
import list from '../../kit/table/list-page.module.css'
import { counted, numberText, text } from '../../texts/text.ts'
import { type AlertFilter, probeIdOf } from './alert-filter.ts'
import { alertCount } from './alert-row.ts'
import { useAlertCounts } from './use-alert-counts.ts'
import type { AlertRows } from './use-alert-rows.ts'
import type { LiveAlerts } from './use-live-alerts.ts'
import type { useTriage } from '../triage/use-triage.ts'

interface CountLineProps {
  rows: AlertRows
  triage: ReturnType<typeof useTriage>
  filter: AlertFilter
}

/** The number of alerts, and the actions on the selected ones. */
export function CountLine({ rows, triage, filter }: CountLineProps) {
  const { isLive, live, pages, count } = rows
  const isEmpty = pages.window !== undefined && count === 0
  return (
    <div className={list.count}>
      {isLive ? (
        <LiveLine live={live} onShow={triage.showWaiting} />
      ) : (
        <TotalLine filter={filter} window={pages.window} count={count} isEnd={pages.state?.isEnd ?? false} />
      )}
      {!isLive && !isEmpty && <CoverageLine probeId={probeIdOf(filter)} />}
      {triage.selected.size > 0 && (
        <>
          <SelectedLine triage={triage} filter={filter} />
          <Button icon="check" onPress={() => triage.setStatus('acknowledged')}>
            {text('alerts.acknowledge')}
          </Button>
          <Button onPress={() => triage.setStatus('closed')}>{text('alerts.closeAlerts')}</Button>
          <Button icon="note" onPress={triage.ask}>
            {text('alerts.markButton')}
          </Button>
          <Button look="quiet" onPress={triage.clear}>
            {text('alerts.clearSelection')}
          </Button>
        </>
      )}
    </div>
  )
}

/** The number of selected alerts. When all loaded rows are selected, offers everything that matches. */
function SelectedLine({ triage, filter }: Pick<CountLineProps, 'triage' | 'filter'>) {
  const { data } = useAlertCounts(filter)
  const { everything, selected, hasAllLoaded } = triage
  const count = alertCount([...selected.values()])
  if (everything) {
    return <strong role="status">{text('alerts.allSelected', { count: numberText(everything.total) })}</strong>
  }
  return (
    <>
      <strong>{counted('alerts.selected', count)}</strong>
      {hasAllLoaded && data && data.total > count && (
        <Button look="quiet" isPending={triage.isSelectingAll} onPress={triage.selectAll}>
          {text('alerts.selectAll', { count: numberText(data.total) })}
        </Button>
      )}
    </>
  )
}

interface TotalLineProps {
  filter: AlertFilter
  window: Pick<NonNullable<AlertRows['pages']['window']>, 'total'> | undefined
  count: number
  isEnd: boolean
}

/** The exact total comes with the chart, so that rows do not wait for it. Until then it is a lower bound. */
function TotalLine({ filter, window, count, isEnd }: TotalLineProps) {
  const { data, isPlaceholderData, isFetching } = useAlertCounts(filter)
  if (isEnd && !filter.isGrouped) return <strong role="status">{counted('alerts.count', count)}</strong>
  const exact = data && !isPlaceholderData && !isFetching ? { value: data.total, isExact: true } : undefined
  const best = window?.total?.isExact ? window.total : (exact ?? window?.total)
  if (!best) return null
  return (
    <>
      <strong role="status">
        {best.isExact ? counted('alerts.count', best.value) : text('alerts.countAtLeast', { count: best.value })}
      </strong>
      {filter.isGrouped && isEnd && <span>{counted('alerts.groups', count)}</span>}
    </>
  )
}

function LiveLine({ live: { buffer, error, setPaused }, onShow }: { live: LiveAlerts; onShow: () => void }) {
  return (
    <>
      <strong role="status">{counted('alerts.arrived', buffer.arrived)}</strong>
      <Button icon={buffer.isPaused ? 'play' : 'pause'} onPress={() => setPaused(!buffer.isPaused)}>
        {buffer.isPaused ? counted('alerts.resume', buffer.waiting.length) : text('alerts.pause')}
      </Button>
      {!buffer.isPaused && buffer.waiting.length > 0 && (
        <Button onPress={onShow}>{counted('alerts.showNew', buffer.waiting.length)}</Button>
      )}
      {buffer.dropped > 0 && <span>{text('alerts.dropped', { count: numberText(buffer.dropped) })}</span>}
      {error !== undefined && <span role="alert">{text('alerts.liveFailed', { why: failureOf(error).title })}</span>}
    </>
  )
}
