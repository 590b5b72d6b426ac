/**
 * `malformed`: no search body, or one that cannot be read; `not-allowed`: the engine knows it, we do not let it
 * through; `too-expensive`: over a limit or over the budget; `too-large`: more than the guard reads at all.
 */
export type RefusalKind = 'malformed' | 'not-allowed' | 'too-expensive' | 'too-large'

/** What was found and what is allowed, both in the unit of the limit that was met. */
export interface Excess {
  estimate: number
  budget: number
}

/** One reason why a body is refused: where (RFC 6901 as a URI fragment), and what to write instead. */
export interface Refusal extends Partial<Excess> {
  pointer: string
  detail: string
}

/** What the guard answers for a body it does not let through. */
export interface Refused {
  ok: false
  kind: RefusalKind
  refusals: Refusal[]
}

/** The answer for one refusal found before the body could be read as a whole. */
export function refused(kind: RefusalKind, pointer: string, detail: string, excess?: Excess): Refused {
  return { ok: false, kind, refusals: [{ pointer, detail, ...excess }] }
}

/** A name or value of the caller's, quoted and shortened for a sentence. */
export function quote(text: string): string {
  return JSON.stringify(text.length > 64 ? `${text.slice(0, 61)}...` : text)
}
