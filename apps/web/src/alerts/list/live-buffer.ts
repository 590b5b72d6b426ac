/** A bounded buffer of arriving alerts, newest first. */
export interface LiveBuffer<Row> {
  rows: readonly Row[]
  /** Rows that arrived while paused, newest first. */
  waiting: readonly Row[]
  /** The number of rows that arrived since the start, shown or not. */
  arrived: number
  /** The number of rows dropped because the buffer was full. */
  dropped: number
  isPaused: boolean
}

export const mostLiveRows = 2_000

export function emptyBuffer<Row>(): LiveBuffer<Row> {
  return { rows: [], waiting: [], arrived: 0, dropped: 0, isPaused: false }
}

/** Adds rows that arrived, oldest first, the order in which the API returns them. */
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

/** Stops showing new rows, so that the list does not move while the user reads. */
export function paused<Row>(buffer: LiveBuffer<Row>): LiveBuffer<Row> {
  return { ...buffer, isPaused: true }
}

/** Shows the waiting rows and continues. */
export function resumed<Row>(buffer: LiveBuffer<Row>, most = mostLiveRows): LiveBuffer<Row> {
  return bounded({ ...buffer, isPaused: false, rows: [...buffer.waiting, ...buffer.rows], waiting: [] }, most)
}

/** Waiting rows count towards the limit like shown ones. */
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
