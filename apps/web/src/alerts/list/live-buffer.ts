/** Alerts as they arrive, newest first: so many and no more. */
export interface LiveBuffer<Row> {
  rows: readonly Row[]
  /** What arrived while it was paused, newest first. */
  waiting: readonly Row[]
  /** How many arrived since it was begun, shown or not. */
  arrived: number
  /** How many were left behind because there is no more room. */
  dropped: number
  isPaused: boolean
}

export const mostLiveRows = 2_000

export function emptyBuffer<Row>(): LiveBuffer<Row> {
  return { rows: [], waiting: [], arrived: 0, dropped: 0, isPaused: false }
}

/** Takes in what arrived, oldest first as the appliance gives it. */
export function withArrived<Row>(
  buffer: LiveBuffer<Row>,
  arrived: readonly Row[],
  most = mostLiveRows,
): LiveBuffer<Row> {
  if (arrived.length === 0) return buffer
  const newest = arrived.toReversed()
  const grown = buffer.isPaused
    ? { ...buffer, waiting: [...newest, ...buffer.waiting] }
    : { ...buffer, rows: [...newest, ...buffer.rows] }
  return bounded({ ...grown, arrived: buffer.arrived + arrived.length }, most)
}

/** Stands still, so that someone can read. */
export function paused<Row>(buffer: LiveBuffer<Row>): LiveBuffer<Row> {
  return { ...buffer, isPaused: true }
}

/** Shows what waited and goes on. */
export function resumed<Row>(buffer: LiveBuffer<Row>, most = mostLiveRows): LiveBuffer<Row> {
  return bounded({ ...buffer, isPaused: false, rows: [...buffer.waiting, ...buffer.rows], waiting: [] }, most)
}

/** Waiting rows need room as well as shown ones. */
function bounded<Row>(buffer: LiveBuffer<Row>, most: number): LiveBuffer<Row> {
  const over = Math.max(0, buffer.rows.length - most) + Math.max(0, buffer.waiting.length - most)
  if (over === 0) return buffer
  return {
    ...buffer,
    rows: buffer.rows.slice(0, most),
    waiting: buffer.waiting.slice(0, most),
    dropped: buffer.dropped + over,
  }
}
