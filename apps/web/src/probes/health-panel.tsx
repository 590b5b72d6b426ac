import type { ProbeHealth } from '@watchpost/contract'
import { Facts } from '../kit/table/facts.tsx'
import { Panel } from '../kit/layout/panel.tsx'
import { Explained } from '../kit/layout/plain-page.tsx'
import { usePreferences } from '../kit/state/preferences.ts'
import { bytesText } from '../texts/bytes.ts'
import { text } from '../texts/text.ts'
import { type Clock, lengthText, timeText } from '../time/format.ts'
import styles from './probes.module.css'

/** The last health report of a probe and its sensor. */
export function HealthPanel({ health }: { health: ProbeHealth | null }) {
  const { clock } = usePreferences()
  return (
    <Panel title={text('health.title')}>
      {health === null ? <Explained>{text('health.none')}</Explained> : <Facts facts={factsOf(health, clock)} />}
      {health !== null && health.possible_losses.length > 0 && (
        <div className={styles.losses}>
          <strong>{text('health.losses')}</strong>
          <ul>
            {health.possible_losses.map(({ at, reason, bytes }) => (
              <li key={`${at} ${reason}`}>
                {text('health.lossOf', { time: timeText(at, 'second', clock), reason, bytes: bytesText(bytes) })}
              </li>
            ))}
          </ul>
        </div>
      )}
    </Panel>
  )
}

function filesWords({
  waiting,
  waiting_bytes,
  uploaded,
  refused,
  given_up,
}: NonNullable<ProbeHealth['files']>): string {
  const words = text('health.filesOf', { waiting, bytes: bytesText(waiting_bytes), uploaded, refused })
  return given_up > 0 ? `${words}; ${text('health.filesLost', { count: given_up })}` : words
}

function factsOf(health: ProbeHealth, clock: Clock) {
  const { capture, eve, files, spool } = health
  const unknown = text('health.unknown')
  return [
    { name: text('health.reported'), value: timeText(health.reported_at, 'second', clock) },
    { name: text('health.agent'), value: health.agent_version },
    { name: text('health.sensor'), value: health.suricata_version ?? unknown },
    { name: text('health.rules'), value: health.ruleset_version ?? unknown },
    {
      name: text('health.capture'),
      value: capture ? text('health.captureOf', { ...capture, percent: capture.loss_percent.toFixed(2) }) : unknown,
    },
    { name: text('health.file'), value: fileWords(eve) },
    {
      name: text('health.spool'),
      value: (
        <>
          <meter
            className={styles.spool}
            aria-label={text('health.spool')}
            value={spool.bytes}
            max={spool.limit_bytes}
          />{' '}
          {text('health.spoolOf', {
            bytes: bytesText(spool.bytes),
            limit: bytesText(spool.limit_bytes),
            batches: spool.batches,
          })}
        </>
      ),
    },
    ...(files ? [{ name: text('health.files'), value: filesWords(files) }] : []),
    { name: text('health.lag'), value: text('health.lagOf', { age: lengthText(health.lag_seconds * 1_000) }) },
    {
      name: text('health.clock'),
      value: text('health.clockOf', { offset: lengthText(Math.abs(health.clock_offset_ms)) }),
    },
    { name: text('health.memory'), value: bytesText(health.memory_bytes) },
    {
      name: text('health.read'),
      value: text('health.readOf', { read: health.events_read, acknowledged: health.events_acknowledged }),
    },
  ]
}

function fileWords({
  file,
  unread_bytes: unread,
  held_files: held,
  held_bytes: heldBytes,
}: ProbeHealth['eve']): string {
  return [
    file,
    text('health.unread', { bytes: bytesText(unread) }),
    ...(held > 0 ? [text('health.held', { count: held, bytes: bytesText(heldBytes) })] : []),
  ].join(' · ')
}
