/** Parses a number. Any other text becomes a number outside every allowed range, so that the API rejects it. */
export function numberIn(written: string): number {
  const value = Number(written.trim())
  return written.trim() !== '' && Number.isFinite(value) ? value : -1
}
