import type { Coverage } from '@watchpost/contract'
import { Waiting } from '../kit/feedback/answered.tsx'
import { Notice } from '../kit/feedback/notice.tsx'
import { Panel } from '../kit/layout/panel.tsx'
import { Explained, PlainPage } from '../kit/layout/plain-page.tsx'
import { type PlainColumn, PlainTable } from '../kit/table/plain-table.tsx'
import { StateMark } from '../kit/feedback/state-mark.tsx'
import { Link } from '../kit/navigation/link.tsx'
import { type Preferences, usePreferences } from '../kit/state/preferences.ts'
import { useMay } from '../session/session.ts'
import { text } from '../texts/text.ts'
import { CauseList } from './cause-list.tsx'
import { CoverageStrip } from './coverage-strip.tsx'
import { headlineOf, openCauses } from './coverage-words.ts'
import { probeWords } from './probe-words.ts'
import { useCoverage } from './use-coverage.ts'

const mostHours = 200
const hourMs = 3_600_000

/** Open causes now, and why the time range is incomplete: by cause, hour and probe. */
export function CoveragePage() {
  const known = useCoverage()
  return (
    <PlainPage>
      <Explained>{text('coverage.explained')}</Explained>
      {known === 'reading' && <Waiting />}
      {known === 'unreachable' && (
        <Notice kind="warning" title={text('coverage.unreachable')}>
          {text('coverage.unreachableWords')}
        </Notice>
      )}
      {typeof known !== 'string' && <Statement coverage={known} />}
    </PlainPage>
  )
}

function Statement({ coverage }: { coverage: Coverage }) {
  const { clock } = usePreferences()
  const mayLook = useMay()('probe:read')
  const open = openCauses(coverage)
  const { open: openCount, words } = headlineOf(coverage, clock)
  const hours = (Date.parse(coverage.to) - Date.parse(coverage.from)) / hourMs
  const listed = coverage.probes.filter((probe) => probeWords(probe, coverage.at, clock) !== '')
  return (
    <>
      <Panel title={text('coverage.now')}>
        <StateMark tone={openCount > 0 ? 'warning' : 'good'}>
          <strong>{openCount === 0 ? text('coverage.nowGood') : open.join(', ') || words}</strong>
        </StateMark>
      </Panel>
      <Panel title={text('coverage.range')}>
        <StateMark tone={tones[coverage.state]}>{text(`coverage.range.${coverage.state}`)}</StateMark>
        <CauseList coverage={coverage} />
      </Panel>
      {hours <= mostHours && (
        <Panel title={text('coverage.hours')}>
          <CoverageStrip label={text('coverage.hours')} coverage={coverage} />
        </Panel>
      )}
      {listed.length > 0 && (
        <Panel title={text('coverage.probes')} isFlush>
          <PlainTable
            label={text('coverage.probes')}
            columns={columnsFor(mayLook, coverage.at, clock)}
            rows={listed}
            idOf={({ id }) => id}
          />
          {coverage.is_truncated && <Explained>{text('coverage.truncated')}</Explained>}
        </Panel>
      )}
    </>
  )
}

const tones = { complete: 'good', incomplete: 'warning', unknown: 'off' } as const

type Row = Coverage['probes'][number]

function columnsFor(mayLook: boolean, at: string, clock: Preferences['clock']): readonly PlainColumn<Row>[] {
  return [
    {
      id: 'name',
      title: text('probes.name'),
      cell: ({ id, fqdn, is_removed: isRemoved }) =>
        mayLook && !isRemoved ? (
          <Link to="/probe" query={{ id: String(id) }}>
            {fqdn}
          </Link>
        ) : isRemoved ? (
          `${fqdn} (${text('coverage.removed')})`
        ) : (
          fqdn
        ),
    },
    { id: 'gaps', title: text('coverage.gaps'), cell: (row) => probeWords(row, at, clock) },
  ]
}
