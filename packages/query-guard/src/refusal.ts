/**
 * `malformed`: not a search body, or one that cannot be parsed; `not-allowed`: the engine knows it, but we do not allow
 * it; `too-expensive`: over a limit or over the budget; `too-large`: more than the guard reads.
 */
export type RefusalKind = 'malformed' | 'not-allowed' | 'too-expensive' | 'too-large'

/** The found value and the allowed one, both in the unit of the exceeded limit. */
export interface Excess {
  estimate: number
  budget: number
}

/** One reason for a refusal: where (RFC 6901 as a URI fragment), and what to write instead. */
export interface Refusal extends Partial<Excess> {
  pointer: string
  detail: string
}

/** The guard's result for a rejected body. */
export interface Refused {
  ok: false
  kind: RefusalKind
  refusals: Refusal[]
}

/** The result for a refusal before the body was parsed. */
export function refused(kind: RefusalKind, pointer: string, detail: string, excess?: Excess): Refused {
  return { ok: false, kind, refusals: [{ pointer, detail, ...excess }] }
}

/** A name or value of the caller, quoted and truncated for messages. */
export function quote(text: string): string {
  return JSON.stringify(text.length > 64 ? `${text.slice(0, 61)}...` : text)
}
