/** A bounded buffer of arriving alerts, newest first. */
export interface LiveBuffer<Row> {
  /** Rows that arrived and are shown, newest first. */
  rows: readonly Row[]
  /** Rows of the list before it was live: shown below the others. Undefined until they are read. */
  earlier: readonly Row[] | undefined
  /** Rows that arrived while the list had to stay as it is, newest first. */
  waiting: readonly Row[]
  /** The number of rows that arrived since the start, shown or not. */
  arrived: number
  /** The number of arrived rows dropped because the buffer was full. */
  dropped: number
  /** The number of rows added above the first ones: how far each row has moved down since the start. */
  added: number
  isPaused: boolean
  /** The user points at a row or works with one: rows must not move. */
  isHeld: boolean
}

export const mostLiveRows = 2_000

export function emptyBuffer<Row>(): LiveBuffer<Row> {
  return {
    rows: [],
    earlier: undefined,
    waiting: [],
    arrived: 0,
    dropped: 0,
    added: 0,
    isPaused: false,
    isHeld: false,
  }
}

/** All rows of the list, newest first. */
export function shownRows<Row>({ rows, earlier = [] }: LiveBuffer<Row>): readonly Row[] {
  return earlier.length > 0 ? [...rows, ...earlier] : rows
}

/** Adds rows that arrived, oldest first, the order in which the API returns them. */
export function withArrived<Row>(
  buffer: LiveBuffer<Row>,
  arrived: readonly Row[],
  most = mostLiveRows,
): LiveBuffer<Row> {
  if (arrived.length === 0) return buffer
  const waiting = [...arrived.toReversed(), ...buffer.waiting]
  const grown = { ...buffer, waiting, arrived: buffer.arrived + arrived.length }
  return buffer.isPaused || buffer.isHeld ? bounded(grown, most) : withWaiting(grown, most)
}

/** Stops showing new rows until the user resumes. */
export function paused<Row>(buffer: LiveBuffer<Row>): LiveBuffer<Row> {
  return { ...buffer, isPaused: true }
}

/** Shows the waiting rows and continues. */
export function resumed<Row>(buffer: LiveBuffer<Row>, most = mostLiveRows): LiveBuffer<Row> {
  return withWaiting({ ...buffer, isPaused: false }, most)
}

/** Rows stay where they are while the list is held; the waiting ones are shown when it no longer is. */
export function held<Row>(buffer: LiveBuffer<Row>, isHeld: boolean, most = mostLiveRows): LiveBuffer<Row> {
  if (isHeld === buffer.isHeld) return buffer
  const changed = { ...buffer, isHeld }
  return isHeld || buffer.isPaused ? changed : withWaiting(changed, most)
}

/** Shows the waiting rows now, also while the list is held. */
export function withWaiting<Row>(buffer: LiveBuffer<Row>, most = mostLiveRows): LiveBuffer<Row> {
  const { waiting, rows, added } = buffer
  if (waiting.length === 0) return buffer
  return bounded({ ...buffer, rows: [...waiting, ...rows], waiting: [], added: added + waiting.length }, most)
}

/** Changes a row wherever it is. */
export function withChange<Row>(buffer: LiveBuffer<Row>, change: (row: Row) => Row): LiveBuffer<Row> {
  return {
    ...buffer,
    rows: buffer.rows.map(change),
    earlier: buffer.earlier?.map(change),
    waiting: buffer.waiting.map(change),
  }
}

/** Waiting rows count towards the limit like shown ones. Earlier rows give way to arrived ones. */
function bounded<Row>(buffer: LiveBuffer<Row>, most: number): LiveBuffer<Row> {
  const { rows, earlier, waiting } = buffer
  const over = Math.max(0, rows.length - most) + Math.max(0, waiting.length - most)
  const room = Math.max(0, most - rows.length)
  const isCrowded = earlier !== undefined && earlier.length > room
  if (over === 0 && !isCrowded) return buffer
  return {
    ...buffer,
    rows: rows.slice(0, most),
    earlier: isCrowded ? earlier.slice(0, room) : earlier,
    waiting: waiting.slice(0, most),
    dropped: buffer.dropped + over,
  }
}
