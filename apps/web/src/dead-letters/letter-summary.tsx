import type { DeadLetterSummary } from '@watchpost/contract'
import type { ReactNode } from 'react'
import { ToggleButton } from 'react-aria-components'
import { refine } from '../kit/navigation/location.ts'
import { counted, numberText, text } from '../texts/text.ts'
import styles from './dead-letters.module.css'
import type { LetterFilter } from './letter-filter.ts'

/**
 * Counts of waiting dead letters by reason and probe. Pressing one filters by it; pressing it again clears the filter.
 */
export function LetterSummary({ summary, filter }: { summary: DeadLetterSummary; filter: LetterFilter }) {
  if (summary.counted === 0) return null
  return (
    <div className={styles.summary}>
      <Facet label={text('letters.byReason')}>
        {summary.by_reason.map(({ reason, count }) => (
          <Choice
            key={reason}
            name={text(`letters.reason.${reason}`)}
            count={count}
            isChosen={filter.reason === reason}
            onChoose={(isChosen) => refine({ reason: isChosen ? reason : null })}
          />
        ))}
      </Facet>
      <Facet label={text('letters.byProbe')}>
        {summary.by_probe.map(({ probe_id, probe_fqdn, count }) => (
          <Choice
            key={probe_id}
            name={probe_fqdn}
            count={count}
            isChosen={filter.probe === probe_id}
            onChoose={(isChosen) => refine({ probe: isChosen ? String(probe_id) : null })}
          />
        ))}
      </Facet>
      {summary.is_partial && <p className={styles.partial}>{counted('letters.partial', summary.counted)}</p>}
    </div>
  )
}

function Facet({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className={styles.facet} role="group" aria-label={label}>
      <span className={styles.facetName}>{label}</span>
      <div className={styles.choices}>{children}</div>
    </div>
  )
}

interface ChoiceProps {
  name: string
  count: number
  isChosen: boolean
  onChoose: (isChosen: boolean) => void
}

function Choice({ name, count, isChosen, onChoose }: ChoiceProps) {
  return (
    <ToggleButton className={styles.choice ?? ''} isSelected={isChosen} onChange={onChoose}>
      {name} <b>{numberText(count)}</b>
    </ToggleButton>
  )
}
