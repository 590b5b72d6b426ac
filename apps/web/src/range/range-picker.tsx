import { type FormEvent, useState } from 'react'
import { Button as AriaButton, Dialog, DialogTrigger, Popover } from 'react-aria-components'
import { Button, IconButton } from '../kit/controls/button.tsx'
import { Field } from '../kit/controls/field.tsx'
import overlay from '../kit/feedback/overlay.module.css'
import { Segmented } from '../kit/controls/segmented.tsx'
import { prefer, usePreferences } from '../kit/state/preferences.ts'
import { useShortcuts } from '../kit/navigation/shortcuts.ts'
import { text } from '../texts/text.ts'
import { isRange, rangeOf, shifted, spanOf, type TimeRange, widened } from '../time/range.ts'
import { offeredRanges, rangeText } from '../time/range-text.ts'
import styles from './time.module.css'
import { useTime } from './time-context.tsx'

/** The global time range: shows it, changes it, steps back and forward, and refreshes. */
export function RangePicker() {
  const { range, choose, zoom, refresh } = useTime()
  const { clock } = usePreferences()
  const [isOpen, setOpen] = useState(false)
  const span = () => spanOf(range, Date.now())
  const steps = {
    earlier: () => zoom(shifted(span(), -1)),
    later: () => zoom(shifted(span(), 1)),
    wider: () => zoom(widened(span(), Date.now())),
  }
  useShortcuts([
    { keys: 't', what: 'shortcut.time', run: () => setOpen(true) },
    { keys: 'r', what: 'shortcut.refresh', run: refresh },
    { keys: '[', what: 'shortcut.earlier', run: steps.earlier },
    { keys: ']', what: 'shortcut.later', run: steps.later },
    { keys: '-', what: 'shortcut.wider', run: steps.wider },
  ])
  return (
    <div className={styles.bar} role="group" aria-label={text('time.range')}>
      <span className={styles.extra}>
        <IconButton icon="earlier" label={text('time.earlier')} shortcut="[" onPress={steps.earlier} />
      </span>
      <DialogTrigger isOpen={isOpen} onOpenChange={setOpen}>
        <Button icon="clock" aria-label={text('time.chosen', { range: rangeText(range, clock) })}>
          <span className={styles.chosen}>{rangeText(range, clock)}</span>
        </Button>
        <Popover className={overlay.popover ?? ''} placement="bottom end" offset={5}>
          <Dialog className={styles.picker ?? ''} aria-label={text('time.range')}>
            <Offered
              range={range}
              onChoose={(chosen) => {
                choose(chosen)
                setOpen(false)
              }}
            />
          </Dialog>
        </Popover>
      </DialogTrigger>
      <span className={styles.extra}>
        <IconButton icon="later" label={text('time.later')} shortcut="]" onPress={steps.later} />
        <IconButton icon="wider" label={text('time.wider')} shortcut="-" onPress={steps.wider} />
      </span>
      <IconButton icon="refresh" label={text('time.refresh')} shortcut="r" onPress={refresh} />
    </div>
  )
}

interface OfferedProps {
  range: TimeRange
  onChoose: (range: TimeRange) => void
}

function Offered({ range, onChoose }: OfferedProps) {
  const { clock } = usePreferences()
  return (
    <>
      <div className={styles.offered} role="group" aria-label={text('time.offered')}>
        {offeredRanges.map(({ name, from, to }) => (
          <AriaButton
            key={from + to}
            className={styles.offer ?? ''}
            data-chosen={from === range.from && to === range.to}
            onPress={() => onChoose({ from, to })}
          >
            {name}
          </AriaButton>
        ))}
      </div>
      <div className={styles.exact}>
        <ExactRange range={range} onChoose={onChoose} />
        <div className={styles.row}>
          {text('time.clock')}
          <Segmented
            label={text('time.clock')}
            choices={[
              { id: 'utc', name: text('time.utc') },
              { id: 'local', name: text('time.local') },
            ]}
            chosen={clock}
            onChoose={(chosen) => prefer({ clock: chosen })}
          />
        </div>
        <RefreshChoice />
      </div>
    </>
  )
}

function ExactRange({ range, onChoose }: OfferedProps) {
  const span = rangeOf(spanOf(range, Date.now()))
  const [from, setFrom] = useState(range.from.startsWith('now') ? range.from : span.from)
  const [to, setTo] = useState(range.to.startsWith('now') ? range.to : span.to)
  const chosen = { from: from.trim().replace(' ', 'T'), to: to.trim().replace(' ', 'T') }
  const isGood = isRange(chosen)
  function submit(event: FormEvent) {
    event.preventDefault()
    if (isGood) onChoose(chosen)
  }
  return (
    <form onSubmit={submit} className={styles.exact} style={{ padding: 0, width: 'auto' }}>
      <Field label={text('time.from')} value={from} onChange={setFrom} />
      <Field label={text('time.to')} value={to} onChange={setTo} help={text('time.formats')} />
      {!isGood && (
        <span className={styles.error} role="alert">
          {text('time.notARange')}
        </span>
      )}
      <Button type="submit" look="main" isDisabled={!isGood}>
        {text('time.apply')}
      </Button>
    </form>
  )
}

const refreshChoices = [0, 10, 30, 60, 300] as const

function RefreshChoice() {
  const { refreshSeconds } = usePreferences()
  return (
    <div className={styles.row}>
      {text('time.every')}
      <Segmented
        label={text('time.every')}
        choices={refreshChoices.map((seconds) => ({
          id: String(seconds),
          name: seconds === 0 ? text('time.off') : seconds < 60 ? `${seconds}s` : `${seconds / 60}m`,
        }))}
        chosen={String(refreshSeconds)}
        onChoose={(seconds) => prefer({ refreshSeconds: Number(seconds) })}
      />
    </div>
  )
}
