import type { Coverage } from '@watchpost/contract'
import { useState } from 'react'
import { RunbookDialog } from '../health/runbook-dialog.tsx'
import { Button } from '../kit/controls/button.tsx'
import { StateMark } from '../kit/feedback/state-mark.tsx'
import { Link } from '../kit/navigation/link.tsx'
import { usePreferences } from '../kit/state/preferences.ts'
import { useMay } from '../session/session.ts'
import { text } from '../texts/text.ts'
import { type CauseRow, causeRows } from './cause-rows.ts'
import styles from './coverage.module.css'

/** All causes with their reason, a link to the page where they can be fixed, and the runbook. */
export function CauseList({ coverage }: { coverage: Coverage }) {
  // A probe's page needs no link to itself.
  const isOfProbe = coverage.expected_from !== null
  const { clock } = usePreferences()
  const [opened, setOpened] = useState<CauseRow>()
  return (
    <>
      <ul className={styles.causes}>
        {causeRows(coverage, clock).map((row) => (
          <li key={row.cause} data-cause={row.cause} data-open={row.isOpen}>
            <StateMark tone={row.isOpen ? 'warning' : 'off'}>
              <strong>{row.title}</strong>
            </StateMark>
            <span className={styles.why}>{row.why}</span>
            <span className={styles.fix}>
              {!(isOfProbe && row.fix === 'probe') && <FixLink row={row} />}
              {row.runbook && (
                <Button onPress={() => setOpened(row)} aria-label={text('coverage.fix.runbookOf', { what: row.title })}>
                  {text('coverage.fix.runbook')}
                </Button>
              )}
            </span>
          </li>
        ))}
      </ul>
      <RunbookDialog
        title={opened ? text('coverage.fix.runbookOf', { what: opened.title }) : ''}
        runbook={opened?.runbook}
        onClose={() => setOpened(undefined)}
      />
    </>
  )
}

/** A link to the page where the cause can be fixed, if the account may open it. */
function FixLink({ row: { fix, probe } }: { row: CauseRow }) {
  const may = useMay()
  if (fix === 'letters' && may('dead-letter:read')) {
    const query = probe ? { probe: String(probe.id) } : {}
    return (
      <Link to="/dead-letters" query={query}>
        {text('coverage.fix.letters')}
      </Link>
    )
  }
  if (fix === 'health' && may('health:read')) return <Link to="/health">{text('coverage.fix.health')}</Link>
  if (fix !== 'probe' || !may('probe:read')) return null
  if (!probe) return <Link to="/probes">{text('coverage.fix.probes')}</Link>
  return (
    <Link to="/probe" query={{ id: String(probe.id) }}>
      {text('coverage.fix.probe', { name: probe.fqdn })}
    </Link>
  )
}
