import { Answered } from '../parts/answered.tsx'
import { Notice } from '../parts/notice.tsx'
import { Panel } from '../parts/panel.tsx'
import { useClient, useIngestState } from '../server/server.tsx'
import { counted, text } from '../texts/text.ts'
import { lengthText } from '../time/format.ts'
import { useRanged } from '../time/use-ranged.ts'
import styles from './overview.module.css'
import { readArrival } from './overview-data.ts'

const lateMs = 10 * 60_000

/** Whether everything that was sent can be found, and when each probe was last heard of. */
export function IngestPanel() {
  const client = useClient()
  const asked = useRanged('arrival', [], async (_, signal) => ({
    ...(await readArrival(client, signal)),
    readAt: Date.now(),
  }))
  return (
    <Panel title={text('overview.ingest')}>
      <div className={styles.health}>
        <Completeness />
        <Answered asked={asked} isEmpty={({ probes }) => probes.length === 0} empty={text('overview.noProbes')}>
          {({ probes, readAt }) => (
            <ul className={styles.probes} aria-label={text('overview.probes')} tabIndex={0}>
              {probes.map(({ fqdn, last }) => (
                <li key={fqdn} data-late={readAt - last > lateMs}>
                  <span>{fqdn}</span>
                  <span className={styles.faint}>
                    {text('overview.lastHeard', { ago: lengthText(Math.max(0, readAt - last)) })}
                  </span>
                </li>
              ))}
            </ul>
          )}
        </Answered>
      </div>
    </Panel>
  )
}

/** What is missing or late is said, and so is that it is not known. */
function Completeness() {
  const { lag, gaps } = useIngestState()
  if (lag === undefined && gaps === undefined) return <p className={styles.words}>{text('overview.unknown')}</p>
  return (
    <>
      {gaps !== undefined && gaps > 0 && (
        <Notice kind="failure" title={counted('ingest.gaps', gaps)}>
          {text('overview.gapsWords')}
        </Notice>
      )}
      {lag !== undefined && lag > 0 && (
        <Notice kind="warning" title={counted('ingest.lag', lag)}>
          {text('overview.lagWords')}
        </Notice>
      )}
      {!lag && !gaps && <p>{text('overview.complete')}</p>}
    </>
  )
}
