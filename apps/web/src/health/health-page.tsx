import { useQuery } from '@tanstack/react-query'
import type { SystemHealth } from '@watchpost/contract'
import { useState } from 'react'
import { Answered } from '../kit/feedback/answered.tsx'
import { Button, IconButton } from '../kit/controls/button.tsx'
import { Notice } from '../kit/feedback/notice.tsx'
import { Panel } from '../kit/layout/panel.tsx'
import { Explained, PlainPage, Stacked } from '../kit/layout/plain-page.tsx'
import { PlainTable } from '../kit/table/plain-table.tsx'
import { StateMark } from '../kit/feedback/state-mark.tsx'
import { queryKeys } from '../server/query-keys.ts'
import { useClient } from '../server/server.tsx'
import { Link } from '../kit/navigation/link.tsx'
import { usePreferences } from '../kit/state/preferences.ts'
import { useMay } from '../session/session.ts'
import { text } from '../texts/text.ts'
import { timeText } from '../time/format.ts'
import { RunbookDialog } from './runbook-dialog.tsx'

type Finding = SystemHealth['findings'][number]

const followMs = 2_500

/** The health of every part of the appliance, and what to do about problems. */
export function HealthPage() {
  const client = useClient()
  const { clock } = usePreferences()
  const [opened, setOpened] = useState<Finding>()
  const asked = useQuery({
    queryKey: queryKeys.systemHealth,
    queryFn: async ({ signal }) => (await client.readHealth({ signal })).body,
    refetchInterval: followMs,
  })
  return (
    <PlainPage>
      <Explained>{text('system.about')}</Explained>
      <Answered asked={asked}>
        {({ at, level, findings }) => (
          <Stacked>
            <div role="status">
              <StateMark tone={level}>
                <strong>{text(`system.${level}`)}</strong>
              </StateMark>
            </div>
            {findings
              .filter((finding) => finding.level !== 'good')
              .map((finding) => (
                <Alarm key={`${finding.part} ${finding.says}`} finding={finding} onRunbook={() => setOpened(finding)} />
              ))}
            <Panel
              title={text('system.parts')}
              isFlush
              aside={
                <>
                  {text('system.at', { time: timeText(at, 'time', clock) })}
                  <IconButton icon="refresh" label={text('time.refresh')} onPress={() => void asked.refetch()} />
                </>
              }
            >
              <PlainTable
                label={text('system.parts')}
                columns={columns}
                rows={findings}
                idOf={({ part, says }) => `${part} ${says}`}
              />
            </Panel>
          </Stacked>
        )}
      </Answered>
      <RunbookDialog
        title={opened ? text('system.runbookOf', { part: opened.part }) : ''}
        runbook={opened?.runbook}
        onClose={() => setOpened(undefined)}
      />
    </PlainPage>
  )
}

function Alarm({ finding, onRunbook }: { finding: Finding; onRunbook: () => void }) {
  const { part, level, says, todo, runbook } = finding
  const may = useMay()
  const open = (
    <>
      {part === 'probes' && may('probe:read') && <Link to="/probes">{text('coverage.fix.probes')}</Link>}
      {part === 'coverage' && may('event:read') && <Link to="/coverage">{text('coverage.allRange')}</Link>}
      {part === 'dead letters' && may('dead-letter:read') && <Link to="/dead-letters">{text('letters.show')}</Link>}
      {runbook && (
        <Button onPress={onRunbook} aria-label={text('system.runbookOf', { part })}>
          {text('system.runbook')}
        </Button>
      )}
    </>
  )
  return (
    <Notice kind={level === 'bad' ? 'failure' : 'warning'} title={`${part}: ${says}`} action={open}>
      {todo}
    </Notice>
  )
}

const columns = [
  { id: 'part', title: text('system.part'), cell: ({ part }: Finding) => part },
  {
    id: 'state',
    title: text('system.state'),
    cell: ({ level }: Finding) => <StateMark tone={level}>{text(`system.level.${level}`)}</StateMark>,
  },
  { id: 'says', title: text('system.says'), cell: ({ says }: Finding) => says },
]
