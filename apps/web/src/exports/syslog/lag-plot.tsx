import { useEffect, useState } from 'react'
import { counted, numberText, text } from '../../texts/text.ts'
import styles from '../exports.module.css'
import { type LagSample, pathOf, plot, withSample } from './lag-line.ts'

/** The lag of an export since the page was opened. */
export function LagPlot({ behind, readAt }: { behind: number; readAt: number }) {
  const [samples, setSamples] = useState<LagSample[]>([])
  useEffect(() => setSamples((before) => withSample(before, { at: readAt, behind })), [readAt, behind])
  const label = text('syslog.lagPlot', { minutes: plot.spanMs / 60_000 })
  const most = Math.max(behind, ...samples.map((each) => each.behind))
  return (
    <figure className={styles.plot}>
      <figcaption>
        <span>{label}</span>
        <span>{counted('ledger.behind', behind)}</span>
      </figcaption>
      <svg
        viewBox={`0 0 ${plot.width} ${plot.height}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={text('syslog.lagWords', { label, now: numberText(behind), most: numberText(most) })}
      >
        <path d={pathOf(samples)} />
      </svg>
    </figure>
  )
}
