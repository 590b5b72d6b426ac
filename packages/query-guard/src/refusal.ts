/** `invalid`: malformed or unknown; `not-allowed`: the engine knows it, we do not let it through; `too-expensive`: over a limit. */
export type RefusalKind = 'invalid' | 'not-allowed' | 'too-expensive'

/** One reason why a body is refused: where (RFC 6901 as a URI fragment), and what to write instead. */
export interface Refusal {
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
export function refused(kind: RefusalKind, pointer: string, detail: string): Refused {
  return { ok: false, kind, refusals: [{ pointer, detail }] }
}

/** A name or value of the caller's, quoted and shortened for a sentence. */
export function quote(text: string): string {
  return JSON.stringify(text.length > 64 ? `${text.slice(0, 61)}...` : text)
}
