import { inspect } from 'node:util'

/** A value that must never be seen in a log, a dump or an error: it prints as `[secret]` however it is printed. */
export class Secret {
  readonly #value: string

  constructor(value: string) {
    this.#value = value
  }

  /** The one way to the value: a search for `reveal(` finds every place that uses a secret. */
  reveal(): string {
    return this.#value
  }

  toString(): string {
    return '[secret]'
  }

  toJSON(): string {
    return '[secret]'
  }

  [inspect.custom](): string {
    return '[secret]'
  }
}
