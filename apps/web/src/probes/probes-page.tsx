import { useCoverageOfDay } from '../coverage/use-coverage.ts'
import { Answered } from '../kit/feedback/answered.tsx'
import { Button } from '../kit/controls/button.tsx'
import { Panel } from '../kit/layout/panel.tsx'
import { Explained, PlainPage } from '../kit/layout/plain-page.tsx'
import { PlainTable } from '../kit/table/plain-table.tsx'
import { refine, usePlace } from '../kit/navigation/location.ts'
import { useMay } from '../session/session.ts'
import { text } from '../texts/text.ts'
import { AddProbeDialog } from './add-probe.tsx'
import { probeColumns } from './probe-columns.tsx'
import { useProbes } from './use-probes.ts'

/** All probes and their state. */
export function ProbesPage() {
  const { query } = usePlace()
  const mayWrite = useMay()('probe:write')
  const asked = useProbes()
  const known = useCoverageOfDay()
  const add = (
    <Button look="main" icon="plus" onPress={() => refine({ add: 'probe' })}>
      {text('probes.add')}
    </Button>
  )
  return (
    <PlainPage>
      <Explained>{text('probes.about')}</Explained>
      <Panel title={text('page.probes')} isFlush aside={mayWrite && add}>
        <Answered asked={asked} isEmpty={({ probes }) => probes.length === 0} empty={text('probes.none')}>
          {({ probes, readAt }) => (
            <PlainTable
              label={text('page.probes')}
              columns={probeColumns(readAt, known)}
              rows={probes}
              idOf={({ id }) => id}
              isDim={({ is_paired: isPaired, is_paused: isPaused }) => isPaused || !isPaired}
            />
          )}
        </Answered>
      </Panel>
      {mayWrite && <AddProbeDialog isOpen={query.get('add') === 'probe'} onClose={() => refine({ add: null })} />}
    </PlainPage>
  )
}
