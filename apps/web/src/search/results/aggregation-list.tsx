import type { Aggregation } from '@watchpost/sdk'
import { useMemo } from 'react'
import { Panel } from '../../kit/layout/panel.tsx'
import { TimeChart } from '../../kit/chart/time-chart.tsx'
import { numberText, text } from '../../texts/text.ts'
import { useTime } from '../../range/time-context.tsx'
import { barsOf } from './aggregation-bars.ts'
import styles from './aggregation-list.module.css'
import { type AggregationRow, type AggregationTable, type Figure, tablesOf } from './aggregation-table.ts'

const mostRows = 200

/** The aggregations of the search, as charts and numbers. */
export function AggregationList({ aggregations }: { aggregations: Readonly<Record<string, Aggregation>> }) {
  const tables = useMemo(() => tablesOf(aggregations), [aggregations])
  return (
    <section className={styles.list} aria-label={text('search.aggregations')}>
      {tables.map((table) => (
        <Panel key={table.name} title={table.name} isFlush>
          <Plot table={table} />
          <Rows table={table} />
        </Panel>
      ))}
    </section>
  )
}

function Plot({ table }: { table: AggregationTable }) {
  const { zoom } = useTime()
  const bars = useMemo(() => barsOf(table), [table])
  if (!bars) return null
  return (
    <div className={styles.plot}>
      <TimeChart label={table.name} bars={bars} height={120} onZoom={zoom} />
    </div>
  )
}

function Rows({ table: { name, keys, rows } }: { table: AggregationTable }) {
  const most = Math.max(1, ...rows.map(({ count = 0 }) => count))
  const isCounted = rows.some(({ count }) => count !== undefined)
  const figures = [...new Set(rows.flatMap((row) => Object.keys(row.figures)))]
  if (rows.length === 0) return <p className={styles.more}>{text('state.empty')}</p>
  return (
    <div className={styles.scroller} tabIndex={0} role="group" aria-label={name}>
      <table className={styles.table}>
        <thead>
          <tr>
            {keys.map((key) => (
              <th key={key} scope="col">
                {key}
              </th>
            ))}
            {isCounted && (
              <th scope="col" className={styles.figure}>
                {text('search.events')}
              </th>
            )}
            {figures.map((figure) => (
              <th key={figure} scope="col" className={styles.figure}>
                {figure}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.slice(0, mostRows).map((row) => (
            <tr key={row.keys.join('\n')}>
              {row.keys.map((key, index) => (
                <td key={keys[index]}>{index === keys.length - 1 ? <Length row={row} most={most} /> : key}</td>
              ))}
              {isCounted && <td className={styles.figure}>{figureText(row.count)}</td>}
              {figures.map((figure) => (
                <td key={figure} className={styles.figure}>
                  {figureText(row.figures[figure])}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {rows.length > mostRows && (
        <p className={styles.more}>{text('search.moreRows', { count: rows.length - mostRows })}</p>
      )}
    </div>
  )
}

/** The last key of a row over a bar for its count. */
function Length({ row: { keys, count = 0 }, most }: { row: AggregationRow; most: number }) {
  return (
    <span className={styles.length}>
      <i style={{ width: `${(100 * count) / most}%` }} aria-hidden="true" />
      <span>{keys.at(-1)}</span>
    </span>
  )
}

function figureText(figure: Figure): string {
  return typeof figure === 'number' ? numberText(figure) : (figure ?? '')
}
