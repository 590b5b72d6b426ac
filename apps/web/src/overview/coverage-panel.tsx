import { causeRows } from '../coverage/cause-rows.ts'
import { headlineOf, isSilentNow } from '../coverage/coverage-words.ts'
import { type Known, useCoverage } from '../coverage/use-coverage.ts'
import { Answered } from '../kit/feedback/answered.tsx'
import { Panel } from '../kit/layout/panel.tsx'
import { StateMark } from '../kit/feedback/state-mark.tsx'
import { useClient } from '../server/server.tsx'
import { Link } from '../kit/navigation/link.tsx'
import { usePreferences } from '../kit/state/preferences.ts'
import { text } from '../texts/text.ts'
import { lengthText } from '../time/format.ts'
import { useRanged } from '../range/use-ranged.ts'
import { readArrival } from './overview-data.ts'
import styles from './overview.module.css'

/** Coverage of the range, and when each probe last sent an event. */
export function CoveragePanel() {
  const client = useClient()
  const known = useCoverage()
  const silent = silentNames(known)
  const asked = useRanged('arrival', [], async (_, signal) => ({
    ...(await readArrival(client, signal)),
    readAt: Date.now(),
  }))
  return (
    <Panel title={text('page.coverage')} aside={<Link to="/coverage">{text('coverage.allRange')}</Link>}>
      <div className={styles.health}>
        <Statement known={known} />
        <Answered asked={asked} isEmpty={({ probes }) => probes.length === 0} empty={text('overview.noProbes')}>
          {({ probes, readAt }) => (
            <ul className={styles.probes} aria-label={text('overview.probes')} tabIndex={0}>
              {probes.map(({ fqdn, last }) => {
                const ago = lengthText(Math.max(0, readAt - last))
                return (
                  <li key={fqdn} data-late={silent.has(fqdn)}>
                    <span>{fqdn}</span>
                    <span className={styles.faint}>
                      {text(silent.has(fqdn) ? 'overview.silent' : 'overview.lastHeard', { ago })}
                    </span>
                  </li>
                )
              })}
            </ul>
          )}
        </Answered>
      </div>
    </Panel>
  )
}

const shownCauses = 4

/** The coverage state and the first causes in the range. */
function Statement({ known }: { known: Known }) {
  const { clock } = usePreferences()
  const { state, open, words } = headlineOf(known, clock)
  const rows = typeof known === 'string' || state === 'unknown' ? [] : causeRows(known, clock)
  return (
    <>
      <StateMark tone={open > 0 ? 'warning' : state === 'complete' ? 'good' : 'off'}>
        <strong>{open > 0 && rows.length > 0 ? text(`coverage.state.${state}`) : words}</strong>
      </StateMark>
      {rows.length > 0 && (
        <ul className={styles.causes} data-coverage-causes="">
          {rows.slice(0, shownCauses).map(({ cause, title }) => (
            <li key={cause}>{title}</li>
          ))}
          {rows.length > shownCauses && <li>{text('coverage.more', { count: rows.length - shownCauses })}</li>}
        </ul>
      )}
    </>
  )
}

function silentNames(known: Known): ReadonlySet<string> {
  return new Set(typeof known === 'string' ? [] : known.probes.filter(isSilentNow).map(({ fqdn }) => fqdn))
}
