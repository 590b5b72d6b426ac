import { inspect } from 'node:util'

/** A value that must never appear in a log, a dump or an error: it always prints as `[secret]`. */
export class Secret {
  readonly #value: string

  constructor(value: string) {
    this.#value = value
  }

  /** The only access to the value: a search for `reveal(` finds every use of a secret. */
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
