import { useSyncExternalStore } from 'react'

/** A value outside of React that components can follow. */
export interface Readable<Value> {
  get(): Value
  subscribe(listener: () => void): () => void
}

interface Store<Value> extends Readable<Value> {
  set(value: Value): void
}

/** A store whose first value is read when it is first needed. */
export function createStore<Value>(first: () => Value): Store<Value> {
  const listeners = new Set<() => void>()
  let current: { value: Value } | undefined
  const get = () => {
    current ??= { value: first() }
    return current.value
  }
  return {
    get,
    set(value) {
      if (Object.is(value, get())) return
      current = { value }
      for (const listener of listeners) listener()
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

/** The present value of a store; the component is drawn again when it changes. */
export function useStore<Value>({ get, subscribe }: Readable<Value>): Value {
  return useSyncExternalStore(subscribe, get)
}
