import type { Answer } from '@watchpost/sdk'
import { Button } from '../parts/button.tsx'
import { failureOf } from '../parts/failure.ts'
import { counted, numberText, text } from '../texts/text.ts'
import styles from './alerts.module.css'
import type { AlertRows } from './use-alert-rows.ts'
import type { LiveAlerts } from './use-live-alerts.ts'
import type { useTriage } from './use-triage.ts'

/** How many there are, and what can be done with those that are chosen. */
export function CountLine({ rows, triage }: { rows: AlertRows; triage: ReturnType<typeof useTriage> }) {
  const { isLive, live, pages, count } = rows
  return (
    <div className={styles.count}>
      {isLive ? (
        <LiveLine live={live} />
      ) : (
        <TotalLine total={pages.window?.total} count={count} isEnd={pages.state?.isEnd ?? false} />
      )}
      {triage.selected.size > 0 && (
        <>
          <strong>{counted('alerts.selected', triage.selected.size)}</strong>
          <Button icon="check" onPress={triage.acknowledge}>
            {text('alerts.acknowledge')}
          </Button>
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

interface TotalLineProps {
  total: Answer<unknown>['total']
  count: number
  isEnd: boolean
}

/** Never a number that looks exact and is not. */
function TotalLine({ total, count, isEnd }: TotalLineProps) {
  if (isEnd) return <strong role="status">{counted('alerts.count', count)}</strong>
  if (!total) return null
  return (
    <strong role="status">
      {total.isExact ? counted('alerts.count', total.value) : text('alerts.countAtLeast', { count: total.value })}
    </strong>
  )
}

function LiveLine({ live: { buffer, error, setPaused } }: { live: LiveAlerts }) {
  return (
    <>
      <strong role="status">{counted('alerts.arrived', buffer.arrived)}</strong>
      <Button icon={buffer.isPaused ? 'play' : 'pause'} onPress={() => setPaused(!buffer.isPaused)}>
        {buffer.isPaused ? counted('alerts.resume', buffer.waiting.length) : text('alerts.pause')}
      </Button>
      {buffer.dropped > 0 && <span>{text('alerts.dropped', { count: numberText(buffer.dropped) })}</span>}
      {error !== undefined && <span role="alert">{text('alerts.liveFailed', { why: failureOf(error).title })}</span>}
    </>
  )
}
