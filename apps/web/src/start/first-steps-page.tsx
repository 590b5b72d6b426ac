import { useState } from 'react'
import { Answered } from '../kit/feedback/answered.tsx'
import { Button } from '../kit/controls/button.tsx'
import { Panel } from '../kit/layout/panel.tsx'
import { Explained, PlainPage } from '../kit/layout/plain-page.tsx'
import { ProgressList, ProgressStep } from '../kit/feedback/progress-list.tsx'
import { ShownOnce } from '../kit/feedback/shown-once.tsx'
import { AddProbeDialog } from '../probes/add-probe.tsx'
import { useProbes } from '../probes/use-probes.ts'
import { goToPage } from '../kit/navigation/location.ts'
import { prefer } from '../kit/state/preferences.ts'
import { counted, text } from '../texts/text.ts'
import { AlsoWorthDoing } from './also-worth-doing.tsx'
import { type FirstSteps, firstStepsOf } from './first-steps.ts'
import styles from './start.module.css'
import { useFirstAlert } from './use-first-run.ts'

const PING_RULE =
  'alert icmp any any -> any any (msg:"Watchpost test: a ping"; itype:8; threshold:type limit, track by_src, seconds 60, count 1; classtype:misc-activity; sid:9000001; rev:1;)'

/** Guides a new appliance to its first alert. */
export function FirstStepsPage() {
  const [isAdding, setAdding] = useState(false)
  const probes = useProbes()
  const { data: alert } = useFirstAlert(true)
  const skip = <Button onPress={() => prefer({ isStarted: true })}>{text('start.overview')}</Button>
  return (
    <PlainPage>
      <Panel title={text('start.title')} aside={skip}>
        <Explained>{text('start.about')}</Explained>
        <Answered asked={probes}>
          {({ probes: known }) => (
            <Steps steps={firstStepsOf(known, alert ?? undefined)} onAdd={() => setAdding(true)} />
          )}
        </Answered>
      </Panel>
      <AlsoWorthDoing />
      <AddProbeDialog isOpen={isAdding} onClose={() => setAdding(false)} />
    </PlainPage>
  )
}

function Steps({ steps, onAdd }: { steps: FirstSteps; onAdd: () => void }) {
  const { probe, events, alert } = steps
  const hasEvents = events > 0 || alert !== undefined
  const isPaired = probe?.is_paired === true || hasEvents
  return (
    <ProgressList label={text('start.steps')}>
      <ProgressStep isDone words={text('start.password')} />
      <ProgressStep isDone={isPaired} words={probeWords(probe, isPaired)}>
        {!hasEvents && <ProbeActions probe={probe} onAdd={onAdd} />}
      </ProgressStep>
      <ProgressStep
        isDone={hasEvents}
        isIdle={!isPaired}
        words={hasEvents ? counted('start.event', events) : text('start.toEvent')}
      >
        {isPaired && !hasEvents && <Explained>{text('start.toEventWords')}</Explained>}
      </ProgressStep>
      <ProgressStep
        isDone={alert !== undefined}
        isIdle={!hasEvents}
        words={text(alert ? 'start.alert' : 'start.toAlert')}
      >
        {hasEvents && !alert && (
          <>
            <Explained>{text('start.toAlertWords')}</Explained>
            <ShownOnce label={text('start.rule')} value={PING_RULE} />
          </>
        )}
        {alert && (
          <div className={styles.actions}>
            <Button look="main" onPress={() => goToPage('/alert', { id: alert })}>
              {text('start.seeAlert')}
            </Button>
          </div>
        )}
      </ProgressStep>
    </ProgressList>
  )
}

function probeWords(probe: FirstSteps['probe'], isPaired: boolean): string {
  if (!probe) return text('start.toProbe')
  return text(isPaired ? 'start.probe' : 'start.toPair', { name: probe.fqdn })
}

function ProbeActions({ probe, onAdd }: { probe: FirstSteps['probe']; onAdd: () => void }) {
  return (
    <div className={styles.actions}>
      <Button look={probe ? 'plain' : 'main'} icon="plus" onPress={onAdd}>
        {text('probes.add')}
      </Button>
      {probe && <Button onPress={() => goToPage('/probe', { id: String(probe.id) })}>{text('start.seeProbe')}</Button>}
    </div>
  )
}
