import type { Coverage } from '@watchpost/contract'
import legend from '../kit/chart/legend.module.css'
import { usePreferences } from '../kit/state/preferences.ts'
import { text } from '../texts/text.ts'
import { timeText } from '../time/format.ts'
import styles from './strip.module.css'
import { stripHours } from './strip-hours.ts'

/** A row of hours, each with its state. The tooltip of an hour explains it, also for screen readers. */
export function CoverageStrip({ label, coverage }: { label: string; coverage: Coverage }) {
  const { clock } = usePreferences()
  const hours = stripHours(coverage)
  const [first, last] = [hours[0], hours.at(-1)]
  if (!first || !last) return null
  return (
    <figure className={styles.figure}>
      <ol className={styles.strip} aria-label={label} data-coverage-strip="">
        {hours.map(({ hour, state, isSilent, words }) => {
          const told = text('coverage.hour', { time: timeText(hour, 'minute', clock), words })
          return (
            <li key={hour} data-hour={hour} data-state={state} data-silent={isSilent} title={told}>
              <span className="visually-hidden">{told}</span>
            </li>
          )
        })}
      </ol>
      <div className={styles.ends} aria-hidden="true">
        <span>{timeText(first.hour, 'minute', clock)}</span>
        <span>{timeText(last.hour, 'minute', clock)}</span>
      </div>
      <ul className={`${legend.legend} ${styles.legend}`}>
        <Key state="complete" words={text('coverage.legend.complete')} />
        <Key state="incomplete" words={text('coverage.legend.partial')} />
        <Key state="incomplete" isSilent words={text('coverage.legend.silent')} />
        <Key state="unknown" words={text('coverage.legend.unknown')} />
      </ul>
    </figure>
  )
}

interface KeyProps {
  state: Coverage['state']
  isSilent?: boolean
  words: string
}

function Key({ state, isSilent = false, words }: KeyProps) {
  return (
    <li>
      <i aria-hidden="true" data-look={state} data-silent={isSilent} />
      {words}
    </li>
  )
}
