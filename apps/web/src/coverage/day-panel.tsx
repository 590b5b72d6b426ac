import { Waiting } from '../kit/feedback/answered.tsx'
import { Panel } from '../kit/layout/panel.tsx'
import { Explained } from '../kit/layout/plain-page.tsx'
import { StateMark } from '../kit/feedback/state-mark.tsx'
import { text } from '../texts/text.ts'
import { CauseList } from './cause-list.tsx'
import styles from './coverage.module.css'
import { CoverageStrip } from './coverage-strip.tsx'
import type { Known } from './use-coverage.ts'

const tones = { complete: 'good', incomplete: 'warning', unknown: 'off' } as const

/** The last day of a probe as a row of hours, and why it is incomplete. */
export function DayPanel({ name, day }: { name: string; day: Known }) {
  return (
    <Panel title={text('coverage.day')}>
      {day === 'reading' && <Waiting />}
      {day === 'unreachable' && <Explained>{text('coverage.unreachableWords')}</Explained>}
      {typeof day !== 'string' && (
        <>
          <p className={styles.state}>
            <StateMark tone={tones[day.state]}>{text(`coverage.state.${day.state}`)}</StateMark>
          </p>
          <CoverageStrip label={text('coverage.dayOf', { name })} coverage={day} />
          <CauseList coverage={day} />
        </>
      )}
    </Panel>
  )
}
