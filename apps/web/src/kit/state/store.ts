import { useSyncExternalStore } from 'react'

/** A value outside React that components can subscribe to. */
export interface Readable<Value> {
  get(): Value
  subscribe(listener: () => void): () => void
}

interface Store<Value> extends Readable<Value> {
  set(value: Value): void
}

/** A store that reads its initial value on first use. */
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

/** The current value of a store; the component renders again when it changes. */
export function useStore<Value>({ get, subscribe }: Readable<Value>): Value {
  return useSyncExternalStore(subscribe, get)
}
