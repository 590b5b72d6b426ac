import type { Json } from '../json/parse.ts'

/** A place in a body that holds a value. */
export interface Slot {
  holder: object
  key: string | number
}

interface Found {
  /** In the order of the body. */
  slots: Slot[]
  /** Every object and list inside the aggregations. */
  inAggregations: ReadonlySet<object>
}

/** The places of certain values. Undefined if the order of the body is lost: objects sort keys that are integers. */
export function findSlots(body: Json, isWanted: (value: string | number) => boolean): Found | undefined {
  const slots: Slot[] = []
  const inAggregations = new Set<object>()
  let isOrdered = true

  function visit(holder: object, isInside: boolean): void {
    if (isInside) inAggregations.add(holder)
    const isList = Array.isArray(holder)
    for (const [name, value] of Object.entries(holder)) {
      if (!isList && /^\d+$/.test(name)) isOrdered = false
      const key = isList ? Number(name) : name
      if (typeof value === 'object' && value !== null) {
        visit(value, isInside || (holder === body && (name === 'aggs' || name === 'aggregations')))
      } else if ((typeof value === 'string' || typeof value === 'number') && isWanted(value))
        slots.push({ holder, key })
    }
  }
  if (typeof body === 'object' && body !== null) visit(body, false)
  return isOrdered ? { slots, inAggregations } : undefined
}
